"""Has the newest head cosigned every minute, beside play and without keeping it waiting."""

import asyncio
import logging

from starlette.concurrency import run_in_threadpool

from pitboss.errors import PitbossError
from pitboss.house.live_house import LiveHouse
from pitboss.web.http.log import note

SECONDS_A_COSIGNATURE = 60


async def keep_witnessed(house: LiveHouse) -> None:
    """Asks the witnesses for as long as the house runs; the log tells when what they object to changes."""
    told: tuple[str, ...] = ()
    while house.witnesses:
        await asyncio.sleep(SECONDS_A_COSIGNATURE)
        if house.suspended:
            continue
        try:
            await run_in_threadpool(house.cosign_head)
        except PitbossError as error:
            # The house is suspended, and the task that resumes it asks the witnesses again.
            note("contradicted", level=logging.ERROR, reason=str(error))
        if house.witnesses.complaints != told:
            told = house.witnesses.complaints
            note("witnesses", level=logging.WARNING if told else logging.INFO, missing="; ".join(told) or "none")
