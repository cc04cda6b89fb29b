// Tests that expressions return the same values in the database as in the browser.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expressionSql } from '#server/content/fields/expression-sql.ts'
import { CASES } from '../../../shared/expression-cases.ts'
import { DATABASES } from '../../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

describe.each(DATABASES.filter(({ isAvailable }) => isAvailable))(
  'expressions as SQL on $name',
  (database) => {
    let app: TestApp
    beforeAll(async () => {
      app = await createTestApp({ database })
    }, 240_000)
    afterAll(() => app?.close())

    test.each(CASES)(
      'the SQL of an expression returns the same value as the browser: %s',
      async (_name, expression, item, value) => {
        for (const kind of ['number', 'text'] as const) {
          const fits = value !== null && (kind === 'number') === (typeof value === 'number')
          const { rows } = await sql<{ value: unknown }>`
        select ${sql.raw(expressionSql(expression, kind))} as value
        from (select ${JSON.stringify(item)}::jsonb as body, 'online' as status) item`.execute(
            app.services.db,
          )
          expect(rows[0]?.value, kind).toBe(fits ? value : null)
        }
      },
    )
  },
)
