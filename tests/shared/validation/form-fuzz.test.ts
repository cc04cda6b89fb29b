// Provides the short form of the proof that browser and server judge and store alike; `scripts/fuzz-forms.ts` is the long one.
import { expect, test } from 'vitest'
import { fuzzForms } from '../../support/form-fuzz.ts'
import { model } from '../../support/portal-model.ts'
import { seeded } from './random-schema.ts'

const BODIES = 1_500

test(`${BODIES} random bodies of all forms and content types are judged and stored alike (API-05)`, () => {
  const { refused, differences } = fuzzForms(model, seeded(20260304), BODIES)
  expect(differences.slice(0, 5)).toEqual([])
  expect(refused).toBeGreaterThan(BODIES / 4)
  expect(refused).toBeLessThan(BODIES * 0.9)
})
