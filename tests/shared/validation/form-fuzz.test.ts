// Owns the short form of the proof that browser and server judge and store alike; `scripts/fuzz-forms.ts` is the long one.
import { expect, test } from 'vitest'
import { loadConfiguration } from '../../../src/config/load.ts'
import { fuzzForms } from '../../support/form-fuzz.ts'
import { ROOT } from '../../support/source-files.ts'
import { seeded } from './random-schema.ts'

const BODIES = 1_500

test(`${BODIES} random bodies of all forms and content types are judged and stored alike (API-05)`, async () => {
  const loaded = await loadConfiguration(ROOT)
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message)
  const { refused, differences } = fuzzForms(loaded.model, seeded(20260304), BODIES)
  expect(differences.slice(0, 5)).toEqual([])
  expect(refused).toBeGreaterThan(BODIES / 4)
  expect(refused).toBeLessThan(BODIES * 0.9)
})
