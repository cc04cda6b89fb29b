// Loads the history of an item: its transitions with actor, time and reason.
import type { Kysely } from 'kysely'
import { CHANGE_DROPPED, EDIT, FOLLOWED } from '#server/content/write/log.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type Lifecycle, reviews } from '#shared/lifecycles/lifecycle.ts'
import { findReasonTitle } from '#shared/lifecycles/transition-reason.ts'

const MAX_STEPS = 50
/** Actor of due transitions, which is no account. */
const SYSTEM = ''
const CHANGE = /^change:/
const BACK = /^(back|vote):/

export interface HistoryTransition {
  readonly action: string
  /**
   * Description of an event of the pending change or of an edit, which did not move the item; null for the item's own
   * transitions.
   */
  readonly change: string | null
  readonly from: string
  readonly to: string
  readonly reason: string | null
  /** Title of the reason for its readers, such as 处理答复. */
  readonly words: string
  readonly by: string | null
  readonly at: string
}

/** With what decides who reads it. */
export interface HistoryEntry extends HistoryTransition {
  /** Account id. */
  readonly actor: string
  /** The account that the actor represented. */
  readonly behalf: string | null
  readonly part: string | null
  readonly form: string | null
  readonly answers: Readonly<Record<string, unknown>> | null
  readonly remarks: Readonly<Record<string, string>> | null
}

export async function loadHistory(
  db: Kysely<Schema>,
  lifecycle: Lifecycle,
  itemId: string,
): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('transitionLog')
    .leftJoin('account', 'account.id', 'transitionLog.actor')
    .leftJoin('account as principal', 'principal.id', 'transitionLog.behalf')
    .select([
      'action',
      'fromStatus',
      'toStatus',
      'reason',
      'at',
      'actor',
      'behalf',
      'part',
      'transitionLog.form',
      'answers',
      'remarks',
    ])
    .select(['account.name as actorName', 'principal.name as principalName'])
    .where('itemId', '=', itemId)
    .orderBy('transitionLog.id', 'desc')
    .limit(MAX_STEPS)
    .execute()
  return rows.map(
    ({ action, fromStatus, toStatus, reason, at, actorName, principalName, actor, ...rest }) => ({
      ...rest,
      action: action.replace(BACK, ''),
      change: edited(lifecycle, action, reason) ?? titleOfChange(lifecycle, action, toStatus),
      from: fromStatus,
      to: toStatus,
      reason: edited(lifecycle, action, reason) === undefined ? reason : null,
      words: findReasonTitle(lifecycle, fromStatus, action.replace(CHANGE, '').replace(BACK, '')),
      by: actor === SYSTEM ? '系统' : principalName ? `${actorName ?? ''}代${principalName}` : actorName,
      at: at.toISOString(),
      actor,
    }),
  )
}

/** Returns the time of the last submission; null if there was none. */
export async function loadSubmittedAt(
  db: Kysely<Schema>,
  { transitions }: Lifecycle,
  itemId: string,
): Promise<Date | null> {
  const ways = transitions.filter(({ kind }) => kind === 'submit')
  if (ways.length === 0) return null
  const row = await db
    .selectFrom('transitionLog')
    .select('at')
    .where('itemId', '=', itemId)
    .where((eb) =>
      eb.or(
        ways.map(({ action, from }) =>
          eb.and([eb('action', '=', action), eb('fromStatus', 'in', [...from])]),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Describes field edits by the staff or the system; undefined for all other entries. */
function edited(
  { editors, correctors }: Lifecycle,
  action: string,
  reason: string | null,
): string | undefined {
  const who = editors ? '编辑' : correctors ? '工作人员' : '运营人员'
  if (action === EDIT) return `${who}修改了${reason ?? '内容'}`
  return action === FOLLOWED ? (reason ?? '内容有变化') : undefined
}

function titleOfChange(lifecycle: Lifecycle, action: string, to: string): string | null {
  if (!CHANGE.test(action)) return null
  if (action === CHANGE_DROPPED) return '修改稿没有生效，以修改前的内容为准'
  if (!reviews(lifecycle, to)) return `修改${lifecycle.states[to]?.title ?? '已提交'}`
  const verb = action.replace(CHANGE, '')
  const isBack = lifecycle.transitions.some((step) => step.action === verb && step.kind === 'withdraw')
  return isBack ? '修改已撤回' : '修改已通过'
}
