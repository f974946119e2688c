# SPDX-License-Identifier: MIT
"""Stateless model APIs that a person has a key for, or that run on their machine.

Only ``wire`` imports the HTTP and model libraries, and it is loaded on first use, in a thread.
"""
