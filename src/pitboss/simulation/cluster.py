"""Chunks on a Dask cluster. A worker that is lost costs its chunks, which another plays again to the same counts."""

from typing import Any

import distributed

import pitboss
from pitboss.errors import InputError
from pitboss.simulation.chunks import Job
from pitboss.simulation.runner import Played, Runner

TASK = 1 << 24
"""The approximate number of rounds in a task: enough that sending it costs little in comparison."""
SECONDS = 5
_dask: Any = distributed  # which has no types


def on_cluster(address: str, workers: int) -> Runner:
    """Chunks on the cluster at an address; `local` starts one with this number of workers for this run."""

    def played(job: Job, begin: int) -> Played:
        chunks = range(begin, job.chunks)
        with _client(address, workers) as client:
            each = max(
                1, min(TASK // job.size, -(-len(chunks) // (4 * max(1, len(client.scheduler_info()["workers"])))))
            )
            tasks = [chunks[at : at + each] for at in range(0, len(chunks), each)]
            sent = client.scatter(job, broadcast=True)
            futures = {client.submit(Job.play, sent, task, pure=False, retries=3): task for task in tasks}
            for future in _dask.as_completed(list(futures)):
                yield futures[future], future.result()
                future.release()

    return played


def _client(address: str, workers: int) -> "_Closing":
    if address == "local":
        cluster = _dask.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        return _Closing(_dask.Client(cluster), cluster)
    try:
        client = _dask.Client(address, timeout=SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        reason = str(error).split("\n", maxsplit=1)[0] or "no answer"
        raise InputError(f"--cluster {address}: no Dask scheduler answers there ({reason})") from None
    versions = set(client.run(_version).values())
    if versions != {pitboss.__version__}:
        client.close()
        found = ", ".join(sorted(versions)) or "there is no worker"
        raise InputError(f"--cluster {address}: the workers need pitboss {pitboss.__version__}: {found}")
    return _Closing(client, None)


def _version() -> str:
    return pitboss.__version__


class _Closing:
    """A client, closed afterwards with the cluster that was started for it."""

    def __init__(self, client: Any, cluster: Any) -> None:
        self._client, self._cluster = client, cluster

    def __enter__(self) -> Any:
        return self._client

    def __exit__(self, *_error: object) -> None:
        self._client.close()
        if self._cluster:
            self._cluster.close()
