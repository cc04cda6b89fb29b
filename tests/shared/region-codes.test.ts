// Tests that the region codes of the browser equal the table of the server.
import { expect, test } from 'vitest'
import areas from '#server/platform/areas/areas.json' with { type: 'json' }
import { regionCodes } from '#shared/formats/region-codes.ts'

test('regionCodes returns exactly the codes of the server table of areas', () => {
  expect([...regionCodes()].sort()).toEqual(Object.keys(areas.names).sort())
})
