// Stores the duration of each test file's last run on this machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './prepare.mjs'

const FILE = join(ROOT, 'node_modules', '.cache', 'equipnet-test-durations.json')

/** @returns {Record<string, number>} ms by file, such as `tests/shared/formats.test.ts`; empty before the first run */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {}
  }
}

/** @param {Record<string, number>} durations */
export function keepDurations(durations) {
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, JSON.stringify({ ...readDurations(), ...durations }))
}
