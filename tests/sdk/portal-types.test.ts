// Tests the types of a portal's items for its own code: they are current, and the compiler knows fields and transitions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hooks } from 'equipnet/handler'
import { expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { generatePortalTypes, PORTAL_TYPES } from '#config/tools/generate.ts'
import { LIBRARY } from '../portals/library.ts'
import { WORKSHOP } from '../portals/workshop.ts'

test.each([LIBRARY, WORKSHOP])('the generated types of %s are current', async (portal) => {
  const result = checkConfiguration(readFolder(portal))
  if (!result.ok) throw new Error(result.problems[0]?.message)
  const files = await generatePortalTypes(result.model)
  expect([...files]).toEqual([[PORTAL_TYPES, readFileSync(join(portal, PORTAL_TYPES), 'utf8')]])
})

test('a hook compiles with the fields, states and transitions of its type, and with no others', () => {
  const hooks: Hooks = {
    borrowing: {
      afterPersist: ({ item }) => {
        const quantity: number | undefined = item.body.quantity
        // @ts-expect-error the type has no such field
        return void [quantity, item.body.qantity]
      },
      beforeTransition: async ({ item, transition, engine }) => {
        if (transition.action === 'accept') await engine.transition('borrowing', item.id, 'giveBack')
        // @ts-expect-error the type has no such transition
        if (transition.action === 'acept') await engine.update('borrowing', item.id, { quantity: 2 })
        // @ts-expect-error the field is a number
        await engine.add('borrowing', { quantity: 'two' })
      },
      // @ts-expect-error the transaction has not begun
      beforeValidate: ({ db }) => db,
    },
  }
  expect(Object.keys(hooks.borrowing ?? {})).toEqual(['afterPersist', 'beforeTransition', 'beforeValidate'])
})
