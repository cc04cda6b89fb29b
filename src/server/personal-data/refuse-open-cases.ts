// Refuses to delete an account with open cases that nobody else could continue.
import type { Kysely } from 'kysely'
import { findOpenCases, type OpenCase } from '#server/content/workflow/open-cases.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'

/** As many are named; the others are counted. */
const NAMED = 5

/** Throws `WRONG_STATE`. */
export async function refuseRunning(
  transaction: Kysely<Schema>,
  model: Model,
  caller: NonNullable<Caller>,
): Promise<void> {
  const { total, first } = await findOpenCases(transaction, model, caller, NAMED)
  if (total === 0) return
  const more = total > first.length ? `；另有 ${total - first.length} 项，请在个人中心查看` : ''
  throw new Failure('WRONG_STATE', {
    message: `您还有 ${total} 项与他人共同办理的事项没有办结，注销后没有人能接着办理，暂时不能注销账号：${first.map(describeCase).join('；')}${more}。办结或退出这些事项后，可以再次注销`,
  })
}

const describeCase = ({ plan, row, steps, ending }: OpenCase): string => {
  const { type } = plan
  const state = type.lifecycle.states[row.status]?.title ?? row.status
  const first =
    steps.length > 0
      ? `请先办理${steps.map((step) => `“${step}”`).join('或')}`
      : ending
        ? `请先${ending}`
        : '请等对方办理，或请对方解除'
  return `${type.title}“${row.title}”（${state}，${first}）`
}
