"""What is repeated: statuses by their treatment, the tries after the first one, and the seconds for all.

Made by `npm run sdk` from tools/sdk/repeats.ts. Do not edit.
"""

retries = 4
seconds = 60
retry_after = frozenset({429, 503})
unsure = frozenset({502, 504})
once = frozenset({500})
