// Passes the items of an answer through the hook `afterRead`, for each caller anew: the cache holds what the engine read.
import type { ActionContext } from '#server/content/action.ts'
import { runHook } from '#server/content/write/run-hooks.ts'
import { Serialized } from '#server/platform/cache/read-cache.ts'

/** The actions that answer with items; others count, group or name them. */
const READS: ReadonlySet<string> = new Set(['list', 'manage', 'info', 'own', 'related', 'ancestors', 'tree'])

interface Item {
  readonly id: string
  readonly type: string
  readonly children?: readonly Item[]
  readonly [field: string]: unknown
}

/** Passes the items through the hook as the caller gets them, so that it knows no more of them than the caller. */
export async function afterRead(context: ActionContext, answered: unknown): Promise<unknown> {
  if (!READS.has(context.content.action)) return answered
  const isSerialized = answered instanceof Serialized
  const answer: unknown = isSerialized ? JSON.parse(answered.json) : answered
  const passed = await passAnswer(context, answer)
  return isSerialized ? new Serialized(JSON.stringify(passed)) : passed
}

async function passAnswer(context: ActionContext, answer: unknown): Promise<unknown> {
  if (Array.isArray(answer)) return Promise.all(answer.map((item: Item) => passItem(context, item)))
  if (typeof answer !== 'object' || answer === null) return answer
  const { list } = answer as { readonly list?: unknown }
  if (Array.isArray(list)) return { ...answer, list: await passAnswer(context, list) }
  return passItem(context, answer as Item)
}

/** The hook may hide everything but what identifies the item. */
async function passItem(context: ActionContext, item: Item): Promise<unknown> {
  const { children, ...own } = item
  const passed = ((await runHook(context, 'afterRead', { item: own })) ?? own) as object
  const below = children && { children: await passAnswer(context, children) }
  return { ...passed, id: item.id, type: item.type, ...below }
}
