// Handles calls to collect, support and count views of any item, named by data type and id.

import { refuseOwn } from '#server/content/access/refuse-own.ts'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { write } from '#server/content/write/write.ts'
import type { Call, Handler, Handlers } from '#server/platform/call.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { findEngaged } from './find-target.ts'
import { hasReaction, type Reaction, react, type Wanted } from './reactions.ts'
import { keepView } from './view-records.ts'

interface Naming {
  readonly on: string
  readonly count: string
  readonly counter: 'collectCount' | 'supportCount'
}

const NAMES = {
  collect: { on: 'collected', count: 'collectCount', counter: 'collectCount' },
  support: { on: 'supported', count: 'supportCount', counter: 'supportCount' },
} as const satisfies Record<Exclude<Reaction, 'like'>, Naming>

type Kind = keyof typeof NAMES

const bodyOf = (call: Call): Parameters => call.body as Parameters // validated as an object

function change(operation: string, kind: Kind, wanted: Wanted): Handler {
  return async (call) => {
    const caller = requireSignedIn(call.caller)
    const { plan, row } = await findEngaged(call, bodyOf(call))
    if (wanted !== 'off') refuseOwn(row, caller, kind)
    const { services } = call
    const context = { call, services, db: services.db, plan, caller, operation: { id: operation } }
    return write(context, {
      persist: async ({ db }) => {
        const target = { kind: 'item', id: row.id } as const
        const { on, count, unchanged } = await react(db, caller.id, target, kind, wanted)
        const { on: isOn, count: total } = NAMES[kind]
        return { answer: { [isOn]: on, [total]: count }, target: row.id, unchanged, unlogged: true }
      },
    })
  }
}

function state(kind: Kind): Handler {
  return async (call) => {
    const caller = requireSignedIn(call.caller)
    const { row } = await findEngaged(call, call.params)
    const { on, count, counter } = NAMES[kind]
    const isOn = await hasReaction(call.services.db, caller.id, { kind: 'item', id: row.id }, kind)
    return { [on]: isOn, [count]: row[counter] }
  }
}

async function countView(call: Call): Promise<unknown> {
  const { plan, row } = await findEngaged(call, bodyOf(call))
  const { caller, request, services } = call
  const views = viewsOf(services)
  const reader = caller?.id ?? networkOf(request.address)
  const isNew = views.count({
    reader,
    itemId: row.id,
    type: plan.type.name,
    now: services.clock().getTime(),
  })
  if (isNew && caller) await keepView(services, caller.id, row.id)
  return { viewCount: row.viewCount + views.pendingOf(row.id) }
}

export const engagementHandlers: Handlers = {
  'engagement.collect': change('engagement.collect', 'collect', 'on'),
  'engagement.uncollect': change('engagement.uncollect', 'collect', 'off'),
  'engagement.collectState': state('collect'),
  'engagement.support': change('engagement.support', 'support', 'toggle'),
  'engagement.supportState': state('support'),
  'engagement.pv': countView,
}
