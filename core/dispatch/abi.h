/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend and the house say to each other: plain C, so that a module built by another compiler can be
   loaded. Every struct begins with its size; fields are only ever added at the end. Operations, layouts and
   parameters go by name, element types by the numbers below, which never change. */
#pragma once

#include <stdint.h> // NOLINT(modernize-deprecated-headers): this is C

#ifdef __cplusplus
extern "C" {
#endif

#define TSCOPE_ABI 1u

enum {
    TSCOPE_BOOL = 0,
    TSCOPE_U8 = 1,
    TSCOPE_U16 = 2,
    TSCOPE_U32 = 3,
    TSCOPE_U64 = 4,
    TSCOPE_I8 = 5,
    TSCOPE_I16 = 6,
    TSCOPE_I32 = 7,
    TSCOPE_I64 = 8,
    TSCOPE_F16 = 9,
    TSCOPE_BF16 = 10,
    TSCOPE_F32 = 11,
    TSCOPE_F64 = 12,
    TSCOPE_F8_E4M3FN = 13,
    TSCOPE_F8_E5M2 = 14,
    TSCOPE_C32 = 15,
    TSCOPE_C64 = 16,
    TSCOPE_C128 = 17,
    TSCOPE_QI8 = 18,
    TSCOPE_QU8 = 19,
    TSCOPE_OPAQUE = 20
};

/* What went wrong in a call. The codes are those of the house's errors. */
enum {
    TSCOPE_OK = 0,
    TSCOPE_INVALID = 1,
    TSCOPE_OVERFLOW = 2,
    TSCOPE_UNSUPPORTED = 3,
    TSCOPE_OUT_OF_MEMORY = 4,
    TSCOPE_CANCELLED = 5,
    TSCOPE_INTERNAL = 6,
    TSCOPE_NO_DEVICE = 7
};
typedef struct tscope_error {
    uint32_t size;
    int32_t code;
    int32_t vendor_code; /* of a driver or library, 0 else */
    uint32_t fatal;      /* 1: the device is lost to this process */
    char text[480];      /* one sentence */
} tscope_error;

typedef struct tscope_array {
    uint32_t size;
    int32_t type, item_size; /* of an element; in bytes */
    int32_t dims;
    void* data; /* of the element whose index is all zeros; only read where it belongs to an input */
    const int64_t* sizes;
    const int64_t* strides; /* in elements; may be 0 or negative */
} tscope_array;

/* A tensor: proven, when it is an input. */
typedef struct tscope_operand {
    uint32_t size;
    int32_t dims, batch_dims, dense_dims, member_count;
    const char* layout;
    const int64_t* sizes;
    int64_t block[2];            /* 1, 1 where there are no blocks */
    int64_t entries;             /* stored in each batch entry; of a result: as many as there is room for, and
                                    after the call as many as there are */
    const tscope_array* members; /* in the order of the layout's roles */
} tscope_operand;

enum { TSCOPE_INTEGER = 0, TSCOPE_NUMBER = 1, TSCOPE_LIST = 2 };
typedef struct tscope_param {
    uint32_t size;
    int32_t kind;
    const char* name;
    int64_t integer; /* also yes and no; of a list: how many */
    double number;
    const int64_t* list;
} tscope_param;

typedef struct tscope_call {
    uint32_t size;
    int32_t in_count, param_count;
    const tscope_operand* in;
    tscope_operand* out;
    const tscope_param* params;
    void** kept;         /* what the kernel keeps from entries() to run(); null at first */
    const int32_t* stop; /* read atomically; not 0: give up, with TSCOPE_CANCELLED */
    int32_t device;      /* of a backend with devices: its number; all `data` of members lie there then */
    void* stream;        /* of that device: the work is put behind what is there; the caller waits */
    int64_t scratch;     /* bytes of the host that run() may take for itself; 0: nobody says */
} tscope_call;

/* Index `row` of the first dim of a member. */
#define TSCOPE_SHARED_ROW(member, row) (((row) + 1) * 256 + (member))

/* One kernel: which operation it does on which layouts and element types, and what it relies on. */
typedef struct tscope_kernel {
    uint32_t size;
    int32_t layout_count, need_count;
    const char* op;
    const char* name;
    const char* const* layouts; /* of the inputs */
    const char* result;         /* the layout of what comes out */
    uint64_t types;             /* bit n: element type n of the values, the same in all inputs */
    uint64_t index_types;       /* likewise of index members; 0: there are none */
    const char* const* needs;   /* rules that must hold besides those that every proven tensor keeps */
    uint64_t rows;              /* bit n: the elements of the last dim of the strided input n must lie side by
                                   side. Members of other inputs are contiguous, but for these values: */
    uint64_t spaced;            /* bit n: the values of the sparse input n may have any strides */
    const int32_t* shared;      /* per member of the result: the member of the first input that it shares, or one
                                   row of it (TSCOPE_SHARED_ROW); -1: none. Null: all are written by the call */
    /* Entries (of one batch entry) that the result needs room for; negative: it failed. Null: as many as the first
       input has. */
    int64_t (*entries)(const tscope_call*, tscope_error*);
    int32_t (*run)(const tscope_call*, tscope_error*);
    /* Whether it does a call with these sizes and parameters: 1, or 0 and the reason. Null: always. */
    int32_t (*takes)(const tscope_call*, tscope_error*);
    void (*release)(void* kept); /* called with what was kept, however the call ended. Null: nothing ever is */
    uint64_t need_types;         /* bit n: element type n relies on the rules of `needs`; 0: all types do */
} tscope_kernel;

/* A device whose memory is not the host's. */
typedef struct tscope_device_info {
    uint32_t size;
    uint32_t simulated;                 /* 1: there is no such device, the host plays it */
    int32_t capability;                 /* 90 of sm_90; 0: it has none */
    int32_t processors;                 /* multiprocessors */
    int64_t memory, free_memory, cache; /* bytes; cache: of the last level */
    char name[128];
} tscope_device_info;

enum { TSCOPE_DEVICE_MEMORY = 0, TSCOPE_PINNED_MEMORY = 1 };
enum { TSCOPE_TO_DEVICE = 0, TSCOPE_FROM_DEVICE = 1, TSCOPE_WITHIN_DEVICE = 2 };

/* What a backend does with its devices. Each function returns a code; streams and events are its own handles. */
typedef struct tscope_devices {
    uint32_t size;
    /* How many can be used. None: the error says why. */
    int32_t (*count)(int32_t* count, tscope_error*);
    int32_t (*info)(int32_t device, tscope_device_info* info, tscope_error*);
    int32_t (*make_stream)(int32_t device, void** stream, tscope_error*);
    int32_t (*end_stream)(int32_t device, void* stream, tscope_error*);
    /* Until all that was put there is done; what went wrong meanwhile is told here. */
    int32_t (*wait)(int32_t device, void* stream, tscope_error*);
    int32_t (*allocate)(int32_t device, int32_t kind, int64_t bytes, void* stream, void** memory, tscope_error*);
    int32_t (*release)(int32_t device, int32_t kind, void* memory, void* stream, tscope_error*);
    int32_t (*copy)(int32_t device, int32_t direction, void* to, const void* from, int64_t bytes, void* stream,
                    tscope_error*);
    int32_t (*make_event)(int32_t device, void** event, tscope_error*);
    int32_t (*end_event)(int32_t device, void* event, tscope_error*);
    int32_t (*record)(int32_t device, void* event, void* stream, tscope_error*);
    /* From one to the other, after waiting for it. */
    int32_t (*elapsed)(int32_t device, void* from, void* to, double* nanoseconds, tscope_error*);
    /* What else there is to say: of libraries that it found or not. Null behind the last line. */
    const char* (*remark)(int32_t number);
} tscope_devices;

typedef struct tscope_backend {
    uint32_t size;
    uint32_t kernel_size; /* of one tscope_kernel, as the backend knows it */
    const char* name;
    const char* device; /* the kind of device its kernels run on: "cpu" */
    const tscope_kernel* kernels;
    int64_t kernel_count;
    const tscope_devices* devices; /* null: its kernels work in the host's memory */
} tscope_backend;

/* The only symbol of a module, called tscope_open. Null when it can't be had for that ABI; the error says why. */
typedef const tscope_backend* (*tscope_open_backend)(uint32_t host_abi, tscope_error*);
#define TSCOPE_OPEN_SYMBOL "tscope_open"

#ifdef __cplusplus
}
#endif
