# SPDX-License-Identifier: MIT
"""On what kind of disk a folder lies: Git is slow on some, and a worktree's repository may be unplugged on others."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

from onesist_desktop.core.workspaces import ProjectProblem

_NETWORK_TYPES = (
    *("afpfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "gfs2", "glusterfs", "lustre"),
    *("ncpfs", "nfs", "nfs3", "nfs4", "ocfs2", "smb2", "smb3", "smbfs", "webdav"),
)
_NETWORK_FUSE = (
    *("sshfs", "s3fs", "rclone", "glusterfs", "ceph", "davfs"),
    *("gvfsd", "curlftpfs", "gcsfuse", "blobfuse", "goofys", "juicefs"),
)


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted disk, as ``psutil.disk_partitions`` tells it."""

    device: str
    mountpoint: str
    fstype: str
    opts: str = ""


def mounts() -> tuple[Mount, ...]:
    """List what is mounted. Blocks for some milliseconds; may raise OSError."""
    return tuple(Mount(part.device, part.mountpoint, part.fstype, part.opts) for part in psutil.disk_partitions(all=True))


def disk_problem(
    path: str, mounted: Iterable[Mount], *, platform: str = sys.platform, blocks: Path = Path("/sys/class/block")
) -> ProjectProblem | None:
    """Return ``NETWORK_DISK`` or ``REMOVABLE_DISK`` for a folder that lies on one. ``path`` is a real path."""
    if platform == "win32" and path.startswith("\\\\") and not path.startswith("\\\\?\\"):
        return ProjectProblem.NETWORK_DISK
    holding = [mount for mount in mounted if _lies_in(path, mount.mountpoint, platform)]
    if not holding:
        return None
    # Of two mounts on one folder the later one is seen.
    mount = max(enumerate(holding), key=lambda entry: (len(entry[1].mountpoint), entry[0]))[1]
    if _is_network(mount, platform):
        return ProjectProblem.NETWORK_DISK
    return ProjectProblem.REMOVABLE_DISK if _is_removable(mount, platform, blocks) else None


def _lies_in(path: str, mountpoint: str, platform: str) -> bool:
    separator = "\\" if platform == "win32" else "/"
    if platform == "win32":
        path, mountpoint = path.casefold(), mountpoint.casefold()
    return path == mountpoint or path.startswith(mountpoint.rstrip(separator) + separator)


def _is_network(mount: Mount, platform: str) -> bool:
    kind = mount.fstype.casefold()
    if platform == "win32":
        return "remote" in mount.opts.split(",")
    return kind in _NETWORK_TYPES or (kind.startswith("fuse") and any(name in kind for name in _NETWORK_FUSE))


def _is_removable(mount: Mount, platform: str, blocks: Path) -> bool:
    if platform == "win32":
        return bool({"removable", "cdrom"} & set(mount.opts.split(",")))
    if platform == "darwin":
        return mount.mountpoint.startswith("/Volumes/")
    device = os.path.realpath(mount.device)
    if not device.startswith("/dev/"):
        return False
    # A partition's folder lies in its disk's, which has the flag.
    block = Path(os.path.realpath(blocks / Path(device).name))
    for folder in (block, block.parent):
        try:
            return (folder / "removable").read_text().strip() == "1"
        except OSError:
            continue
    return False
