"""The whole house in one thread: tables, connections, storage, processes, clocks and people, all from one seed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from pathlib import Path
from random import Random

from pitboss.errors import PitbossError
from pitboss.evidence.heads import SigningKey, read_head
from pitboss.evidence.policy import read_policy
from pitboss.house.authority import Who
from pitboss.house.automatic_dealer import next_command
from pitboss.house.automatic_schedule import Times
from pitboss.house.request import CommandRequest, own_id, parse_house_command
from pitboss.house.witness_client import WitnessReply
from pitboss.house.witnesses import HeadWitnesses
from pitboss.ledger.store import Conflict, StoreFailed
from pitboss.web.http.config import ServerConfig
from pitboss.witness.cosigning import Cosigner
from tests.house.faulty_disk import Files
from tests.simulated_house.checks import Failure, check
from tests.simulated_house.guests import Guest
from tests.simulated_house.machines import Server
from tests.simulated_house.network import Line
from tests.simulated_house.plan import FAULTY_FOR, Fault, Plan
from tests.simulated_house.prepared import KEY, NAMES, PASSWORD, TABLES, dealer_of, fast_folder
from tests.simulated_house.storages import PostgresStorage, SqliteStorage, Storage
from tests.simulated_house.virtual_time import MACHINE, START, VirtualLoop, virtual_time

TIMES = Times(bets=1_000, all_bet=200, decision=3_000, step=40, result=150, sat_out=50)
"""An automatic table that is in a hurry."""
LIVENESS = 40.0
"""Seconds after the last fault in which rounds must be completed again."""
ROUNDS_AFTER = 1
_QUIET = 2.6
"""Seconds without an entry at the end, in which everybody is told of everything."""
_LASTS = {"stall": 6.5, "rollback": 4.5, "slow": 3.0, "witness away": 3.0}
"""Seconds for which a fault goes on, if that is long."""


class World:
    """One run."""

    def __init__(self, plan: Plan, loop: VirtualLoop, folder: Path, storage: Storage) -> None:
        self.plan, self.loop, self.drawn = plan, loop, 0
        self.chance = Random(f"{plan.seed} world")
        self.storage = storage
        self.head_file = str(folder / "house.head")
        self.servers = [Server(self, number) for number in range(plan.servers)]
        self.lines: list[tuple[Server, Line]] = []
        self.tokens = {**storage.tokens, "": ""}
        self.guests = [
            Guest(self, name, TABLES[number % 2], number // 2 + 1) for number, name in enumerate(NAMES[: plan.guests])
        ]
        self.guests.append(Guest(self, "", TABLES[0], 0))
        self.heads: list[str] = []
        """Heads that somebody outside the house keeps."""
        self.is_quiet = False
        self.witness_is_away = False
        self.complaints: list[str] = []
        self.notes: list[str] = []
        self._folder = folder
        self._cosigner = self._witness() if plan.witness else None

    def note(self, what: str) -> None:
        self.notes.append(f"{self.loop.now:7.3f} {what}")

    def config(self, number: int) -> ServerConfig:
        share = frozenset(TABLES[number % len(TABLES) :: self.plan.servers]) if self.plan.shared else None
        return ServerConfig(dealt=dict.fromkeys(TABLES, "automatic"), times=TIMES, share=share)

    # The network

    def connect(self, guest: Guest, server_number: int, after: int | None) -> Line | None:
        """A connection to a server; None if it takes none."""
        server = self.servers[server_number]
        if server.app is None:
            return None
        chance = Random(guest.chance.random())
        line = Line(chance, self.tokens[guest.name], guest.table, after)
        self.lines.append((server, line))
        self.loop.create_task(self._serve(server, line), context=_on(server))
        return line

    async def sign_in(self, name: str, server_number: int) -> bool:
        """Opens a session for a person; whether that went well."""
        server = self.servers[server_number]
        if server.app is None or server.queue is None:
            return False
        MACHINE.set(server)
        with suppress(PitbossError, asyncio.CancelledError):
            self.tokens[name] = await asyncio.to_thread(server.queue.people.sign_in, name, PASSWORD)
            return True
        return False

    async def _serve(self, server: Server, line: Line) -> None:
        assert server.app
        try:
            await server.app(line.scope, line.receive, line.send)
        except Exception as error:  # noqa: BLE001 - a server notes it and goes on
            if line.is_open:
                self.complaints.append(f"a connection failed by {type(error).__name__}: {error}")
        finally:
            line.cut()

    def cut_lines(self, server: Server) -> None:
        for of, line in self.lines:
            if of is server:
                line.cut()
        self.lines = [(of, line) for of, line in self.lines if line.is_open]

    # Witnesses

    def _witness(self) -> Cosigner:
        log = KEY.public.origin("House of tests")
        known = read_policy(f"log {KEY.public.named(log)}\nquorum none\n")
        return Cosigner(
            "w.example", SigningKey(b"w" * 32), known, str(self._folder / "witness"),
            lambda: (START + round(self.loop.now * 1000)) // 1000, ml_dsa=False,
        )  # fmt: skip

    def witnesses(self) -> HeadWitnesses | None:
        if self._cosigner is None:
            return None
        cosigner = self._cosigner
        log = KEY.public.origin("House of tests")
        policy = read_policy(f"log {KEY.public.named(log)}\nwitness W {cosigner.keys[0]} http://w\nquorum W\n")

        def ask(url: str, body: bytes) -> WitnessReply:
            del url
            if self.witness_is_away:
                raise OSError("timed out")
            answer = cosigner.add_checkpoint(body)
            return WitnessReply(answer.status, answer.text)

        return HeadWitnesses(policy, ask, self.loop.time)

    # Faults

    def apply(self, fault: Fault) -> None:
        """Makes something go wrong."""
        self.note(f"{fault.kind} {fault.whom} {fault.much}")
        server = self.servers[fault.whom % len(self.servers)]
        guest = self.guests[fault.whom % len(self.guests)]
        match fault.kind:
            case "cut" if guest.line:
                guest.line.cut()
            case "slow" if guest.line:
                guest.line.stop_reading(0.5 + 2 * fault.much)
            case "stall":
                server.stalled_until = self.loop.now + 0.3 + 6 * fault.much
            case "kill":
                self._kill(server, 0.2 + fault.much)
            case "kill in a write":
                self.storage.fail(server, int(30 * fault.much), "broken", forever=True)
                self.loop.call_later(0.5, self._kill, server, 0.5 + fault.much)
            case "power":
                self._lose_power(fault.much)
            case "full" | "broken":
                self.storage.fail(server, 1 + int(6 * fault.much), fault.kind)
                self.loop.call_later(1.5, self.storage.mend, server)
            case "clock":
                server.set_by += round((fault.much - 0.5) * 7_200_000)
            case "elsewhere":
                server.elsewhere += 1 + int(5 * fault.much)
            case "rollback":
                self._keep_copy(0.8 + 2 * fault.much)
            case "witness away":
                self.witness_is_away = True
                self.loop.call_later(3 * fault.much, setattr, self, "witness_is_away", False)
            case _:
                pass

    def _kill(self, server: Server, until_again: float) -> None:
        if not server.is_dead:
            server.kill()
            self.loop.call_later(until_again, self._start, server)

    def _start(self, server: Server) -> None:
        if server.is_dead and not self._is_without_power:
            server.start()

    _is_without_power = _is_rolled_back = False

    def _stop_all(self) -> None:
        self._is_without_power = True
        for server in self.servers:
            if not server.is_dead:
                server.kill()

    def _start_all(self) -> None:
        self._is_without_power = False
        for server in self.servers:
            self._start(server)

    def _lose_power(self, much: float) -> None:
        if self._is_without_power or self._is_rolled_back:
            return
        self._stop_all()
        self.storage.lose_power(Random(much) if much > 0.2 else None)
        self.check_acknowledged()
        self.loop.call_later(0.5, self._start_all)

    def _keep_copy(self, seconds: float) -> None:
        """Somebody copies the ledger now, and puts the old copy in the place of the newer one later."""
        old = self.storage.copy()
        server = next((one for one in self.servers if one.is_open), None)
        if old is None or self._is_rolled_back or server is None or server.house is None:
            return
        try:
            size = server.house.store.size()
        except StoreFailed:
            return
        self.loop.call_later(seconds, self._put_back, old, size)

    def _put_back(self, old: Files, size: int) -> None:
        head = Path(self.head_file)
        if (
            self._is_without_power
            or self._is_rolled_back
            or not head.exists()
            or read_head(head.read_text()).size <= size
        ):
            return  # Nobody could know.
        self.note("an old copy is put in place")
        self._is_rolled_back = True
        self._stop_all()
        right = self.storage.copy()
        assert right
        self.storage.put(old)
        self._start_all()
        self.loop.call_later(1.5, self._put_right, right)

    def _put_right(self, right: Files) -> None:
        if any(server.is_open for server in self.servers):
            self.complaints.append("a house goes on with an old copy of its ledger")
        self.note("the right ledger is back")
        self._is_rolled_back = False
        self._stop_all()
        self.storage.put(right)
        self._start_all()

    def act_elsewhere(self, server: Server) -> None:
        """Another process does something at the moment when this one is about to append."""
        others = [one for one in self.servers if one is not server and one.is_open]
        if not others or self._is_elsewhere:
            return
        self._is_elsewhere = True
        try:
            self._act(others)
        finally:
            self._is_elsewhere = False

    _is_elsewhere = False

    def _act(self, others: list[Server]) -> None:
        house = self.chance.choice(others).house
        guest = self.chance.choice(self.guests)
        assert house
        with suppress(PitbossError, Conflict):
            if guest.sent:
                command = parse_house_command(guest.sent.command)
                house.do(
                    Who(guest.name, "player"), CommandRequest(guest.sent.id, guest.table, command, guest.sent.round)
                )
                return
            record = house.record(guest.table)
            step = next_command(record.table, house.clock() // 1000)
            if step is not None and (record.table.round is None or record.table.round.phase != "betting"):
                id_ = own_id("auto", guest.table, record.seq, dealer_of(guest.table).name, 0)
                house.do(dealer_of(guest.table), CommandRequest(id_, guest.table, step))

    # The run

    async def run(self) -> None:
        """Everything, from the first start to the last message."""
        for server in self.servers:
            server.start()
        lives = [self.loop.create_task(guest.live()) for guest in self.guests]
        lives.append(self.loop.create_task(self._collect_heads()))
        for fault in self.plan.faults:
            self.loop.call_at(fault.at, self.apply, fault)
        await asyncio.sleep(FAULTY_FOR)
        # Copies that were kept are put back by now; everything else that goes wrong has an end of its own.
        await asyncio.sleep(max([1.5, *(_LASTS.get(fault.kind, 0) for fault in self.plan.faults)]))
        self.note("no more faults")
        await self._become_alive()
        self.is_quiet = True
        await self._become_quiet()
        for life in lives:
            if life.done() and (error := life.exception()):
                raise error
            life.cancel()

    async def _become_alive(self) -> None:
        """Failure unless rounds are completed at every table again, by a house that is whole."""
        since = {table: self._rounds(table) for table in TABLES}
        until = self.loop.now + LIVENESS
        while self.loop.now < until:
            await asyncio.sleep(0.5)
            done = all(self._rounds(table) >= since[table] + ROUNDS_AFTER for table in self._played())
            if done and all(server.is_open for server in self.servers):
                return
        reasons = [server.house.suspended if server.house else "not open" for server in self.servers]
        rounds = {table: (since[table], self._rounds(table)) for table in TABLES}
        raise Failure(f"the house does not go on: rounds {rounds}, servers {reasons}")

    async def _become_quiet(self) -> None:
        """Waits until nothing has been stored for a while: then everybody has been told of everything."""
        size, since, until = 0, self.loop.now, self.loop.now + LIVENESS
        while self.loop.now < since + _QUIET:
            await asyncio.sleep(0.25)
            house = self.servers[0].house
            if house and house.store.size() != size:
                size, since = house.store.size(), self.loop.now
            if self.loop.now > until:
                raise Failure("the tables never come to rest")

    def _played(self) -> set[str]:
        return {guest.table for guest in self.guests if guest.box}

    def _rounds(self, table: str) -> int:
        return max(
            (server.house._records[table].table.rounds for server in self.servers if server.house and server.app),
            default=0,
        )

    async def _collect_heads(self) -> None:
        while True:
            await asyncio.sleep(0.7)
            server = self.chance.choice(self.servers)
            if server.is_open and server.house:
                MACHINE.set(server)
                with suppress(PitbossError, asyncio.CancelledError):
                    self.heads.append(await asyncio.to_thread(server.house.sign_head))

    def stop(self) -> None:
        """Ends what still runs."""
        for server in self.servers:
            if not server.is_dead:
                server.kill()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        if self._cosigner:
            self._cosigner.close()

    def check_acknowledged(self) -> None:
        """Failure unless the ledger has the entry of every command that was acknowledged."""
        with self.storage.reader() as store:
            for guest in self.guests:
                for id_, answer in guest.acknowledged.items():
                    entry = store.by_command(id_)
                    if entry is None:
                        raise Failure(f"{id_} was acknowledged, and is lost")
                    if answer["type"] == "answer" and entry.seq != answer["seq"]:
                        raise Failure(f"{id_} was acknowledged as entry {answer['seq']}, and is {entry.seq}")


def _on(server: Server) -> Context:
    """A context in which work is done by threads of this server."""
    context = copy_context()
    context.run(MACHINE.set, server)
    return context


def simulate(plan: Plan, look: Callable[[World], None] | None = None, postgres_url: str = "") -> World:
    """Runs a plan to its end and checks what it leaves behind. Failure if something is wrong.

    `look` is called while everything is still there.
    """
    with fast_folder() as name, virtual_time() as loop:
        (folder := Path(name) / "disk").mkdir()
        storage = PostgresStorage(postgres_url) if postgres_url else SqliteStorage(folder)
        world = World(plan, loop, Path(name), storage)
        try:
            loop.run_until_complete(world.run())
            check(world)
            if look:
                look(world)
        except Exception as error:
            raise Failure(f"{type(error).__name__}: {error}") from error
        finally:
            world.stop()
        return world
