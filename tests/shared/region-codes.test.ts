// Checks that the browser's list of areas is the server's table.
import { expect, test } from 'vitest'
import areas from '#server/platform/areas/areas.json' with { type: 'json' }
import { regionCodes } from '#shared/formats/region-codes.ts'

test('the codes that forms accept are those of the table of areas, no more and no fewer', () => {
  expect([...regionCodes()].sort()).toEqual(Object.keys(areas.names).sort())
})
