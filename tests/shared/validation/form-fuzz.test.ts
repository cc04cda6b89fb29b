// Tests random bodies in browser and server validation; `scripts/fuzz-forms.ts` is the long run.
import { expect, test } from 'vitest'
import { fuzzForms } from '../../support/form-fuzz.ts'
import { model } from '../../support/portal-model.ts'
import { seeded } from './random-schema.ts'

const BODIES = 1_500

test(`browser and server validate and store ${BODIES} random bodies of all forms alike (API-05)`, () => {
  const { refused, differences } = fuzzForms(model, seeded(20260304), BODIES)
  expect(differences.slice(0, 5)).toEqual([])
  expect(refused).toBeGreaterThan(BODIES / 4)
  expect(refused).toBeLessThan(BODIES * 0.9)
})
