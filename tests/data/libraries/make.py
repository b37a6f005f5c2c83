# SPDX-License-Identifier: Apache-2.0
"""Makes the files beside this script as the libraries of the day write them.

    python make.py        # needs torch, scipy and safetensors; made with 2.15, 1.17 and 0.8

What they hold is what tests/core/io/libraries_test.cpp expects.
"""
import os
import pathlib
import warnings

import numpy as np
import safetensors.torch
import scipy.sparse
import torch
import torch.distributed
import torch.distributed.checkpoint
from torch.distributed.tensor import Replicate, Shard, distribute_tensor, init_device_mesh
from torch.masked import masked_tensor

here = pathlib.Path()
os.chdir(pathlib.Path(__file__).parent)  # what is written into the files are names without folders
warnings.filterwarnings("ignore")


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)
        self.linear.weight.data = torch.arange(6.0).reshape(2, 3)
        self.linear.bias.data = torch.tensor([0.5, -0.5])
        self.register_buffer("table", torch.arange(4.0).reshape(2, 2).t())
        self.scale = torch.tensor([1.0, 2.0])

    def forward(self, x):
        return self.linear(x) * self.scale + self.table.sum()


def wrappers():
    data = torch.arange(6.0).reshape(2, 3)
    torch.save({"m": masked_tensor(data, data > 2)}, here / "masked.pt")
    parameter = torch.nn.Parameter(torch.arange(3.0))
    parameter.extra = torch.arange(4.0)
    parameter.note = "kept"
    plain = torch.arange(5.0)
    plain.friend = torch.ones(2, 2)
    torch.save({"p": parameter, "t": plain}, here / "attached.pt")


def distributed():
    torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)
    mesh = init_device_mesh("cpu", (1,))
    weight = distribute_tensor(torch.arange(8.0).reshape(4, 2), mesh, [Shard(0)])
    bias = torch.nn.Parameter(distribute_tensor(torch.arange(2.0), mesh, [Replicate()]))
    torch.save({"w": weight, "b": bias}, here / "dtensor.pt")
    state = {"a": torch.arange(6.0).reshape(2, 3), "b": {"c": torch.arange(4)}, "n": 3, "w": weight,
             "list": [torch.ones(2), torch.zeros(3)]}
    torch.distributed.checkpoint.save(state, checkpoint_id=here / "checkpoint")


def quantised():
    values = torch.tensor([1.0, 2.0, 3.5])
    torch.save({"q": torch.quantize_per_tensor(values, 0.5, 3, torch.qint32)}, here / "qint32.pt")


def exported():
    program = torch.export.export(Model(), (torch.ones(2, 3),))
    for node in program.graph.nodes:
        node.meta.pop("stack_trace", None)  # has the folders of the machine
    torch.export.save(program, here / "exported.pt2")


def sparse():
    dense = np.array([0, 1.5, 0, -2, 0])
    scipy.sparse.save_npz(here / "vector_csr.npz", scipy.sparse.csr_array(dense))
    scipy.sparse.save_npz(here / "vector_coo.npz", scipy.sparse.coo_array(dense))
    cube = np.zeros((2, 3, 4), np.float32)
    cube[0, 1, 2], cube[1, 2, 3] = 1, 2
    scipy.sparse.save_npz(here / "cube_coo.npz", scipy.sparse.coo_array(cube))


def packed():
    pairs = torch.arange(6, dtype=torch.uint8).reshape(2, 3).view(torch.float4_e2m1fn_x2)
    safetensors.torch.save_file({"x": pairs}, here / "f4.safetensors")


for make in (wrappers, distributed, quantised, exported, sparse, packed):
    make()
