/** Keys of tests that open no installation. */
import { createHash } from 'node:crypto'
import type { Keys } from '../keys.ts'

export const testKeys: Keys = (purpose) => createHash('sha256').update(purpose).digest()
