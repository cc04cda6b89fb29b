// Finds other accounts with the same identity number, which is encrypted and cannot be compared in SQL.
import { type Kysely, sql } from 'kysely'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Services } from '#server/platform/call.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

export interface SameIdentity {
  readonly name: string
  readonly userName: string
}

const BATCH_SIZE = 1_000

const isIdCard = ({ schema }: Field) => schema.format === 'id-card'

const idCardNames = ({ forms }: Model): string[] => [
  ...new Set(forms.flatMap(({ fields }) => fields.filter(isIdCard).map(({ name }) => name))),
]

/** The identity numbers that answers hold. */
export function identitiesIn(model: Model, answers: Readonly<Record<string, unknown>> | null): string[] {
  return idCardNames(model).flatMap((name) => {
    const value = answers?.[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

/** Of accounts that are there; `except` is whose the numbers are. */
export async function findSameIdentity(
  { db, model }: Pick<Services, 'db' | 'model'>,
  numbers: readonly string[],
  except: string,
): Promise<readonly SameIdentity[]> {
  if (numbers.length === 0) return []
  const found: SameIdentity[] = []
  for (let last = ''; ; ) {
    const rows = await loadBatch(db, idCardNames(model()), last)
    for (const { id, name, userName, idCard, application } of rows) {
      const own = [...identitiesIn(model(), application), ...(idCard === null ? [] : [idCard])]
      if (id !== except && own.some((number) => numbers.includes(number))) found.push({ name, userName })
    }
    if (rows.length < BATCH_SIZE) return found
    last = rows.at(-1)?.id ?? ''
  }
}

async function loadBatch(db: Kysely<Schema>, names: readonly string[], after: string) {
  const { rows } = await sql<{
    id: string
    name: string
    userName: string
    idCard: string | null
    application: JsonObject | null
  }>`select id, name, user_name, id_card, application from account
    where status <> ${ACCOUNT.deleted} and id > ${after}
      and (id_card is not null or exists (select from unnest(${[...names]}::text[]) field where application ->> field is not null))
    order by id limit ${sql.lit(BATCH_SIZE)}`.execute(db)
  return rows
}
