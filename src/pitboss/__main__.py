"""`python -m pitboss` is `pitboss`."""

import sys

from pitboss.cli.main import main

sys.exit(main())
