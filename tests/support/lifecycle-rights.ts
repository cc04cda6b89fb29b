// Provides what a lifecycle file lets everybody do, worked out by the engine and written so that a person can review it.
import { canRead } from '#server/content/access/access.ts'
import { canEdit } from '#server/content/access/can-edit.ts'
import type { Related } from '#shared/access/facts.ts'
import { audiencesOf } from '#shared/access/field-read-access.ts'
import type { Caller, RoleModel } from '#shared/access/roles.ts'
import { parentPartyAudience, partyField, regionalOf } from '#shared/access/roles.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import { isExecutableBy } from '#shared/lifecycles/transition-policies.ts'

interface Actor {
  readonly name: string
  readonly asker: Caller
  readonly item: Related
}

const ME = 'me'
const THEIRS: Related = { ownerId: 'somebody', parentOwnerId: 'somebody', region: '3501' }

/** A visitor; of each role somebody without any part in the item, and its owner; and whoever has another part in it. */
function actorsOf({ states, transitions }: Lifecycle, roles: readonly RoleModel[]): readonly Actor[] {
  const audiences = [
    ...Object.values(states).flatMap(({ readers = [] }) => readers),
    ...transitions.flatMap(({ by, not = [], readers = [] }) => [...by, ...not, ...audiencesOf(readers)]),
  ]
  const parties = [...new Set(audiences.filter((who) => partyField(who) ?? parentPartyAudience(who)))]
  const asksRegion = audiences.some((who) => regionalOf(who) !== undefined)
  const as = ({ name, grants }: RoleModel, more = {}): Caller => ({ id: ME, role: name, grants, ...more })
  const [first] = roles.filter(({ grants }) => grants.length === 0)
  const parts: [string, Related][] = [
    ['上级内容的发布者', { ...THEIRS, parentOwnerId: ME }],
    ['合作方', { ...THEIRS, partners: [ME] }],
    ...parties.map((party): [string, Related] => [party, { ...THEIRS, parties: { [party]: [ME] } }]),
  ]
  return [
    { name: '游客', asker: null, item: THEIRS },
    ...roles.flatMap((role) => [
      { name: role.title, asker: as(role), item: THEIRS },
      { name: `${role.title}（本人）`, asker: as(role), item: { ...THEIRS, ownerId: ME } },
      ...(asksRegion
        ? [{ name: `${role.title}（本地区）`, asker: as(role, { region: '35' }), item: THEIRS }]
        : []),
    ]),
    ...parts.map(([name, item]) => ({ name, asker: first ? as(first) : null, item })),
  ]
}

/** Who reads, who edits and who takes which step to where, state by state. */
export function rightsOf(lifecycle: Lifecycle, roles: readonly RoleModel[]): string {
  const actors = actorsOf(lifecycle, roles)
  const those = (may: (actor: Actor) => boolean) =>
    actors
      .filter(may)
      .map(({ name }) => name)
      .join('、') || '无人'
  const states = Object.keys(lifecycle.states).map((status) => {
    const steps = lifecycle.transitions.filter(({ from }) => from.includes(status))
    return [
      `● ${status}${status === lifecycle.initial ? '（起点）' : ''}`,
      `  看：${those(({ asker, item }) => canRead({ lifecycle }, { ...item, status }, asker))}`,
      `  改：${those(({ asker, item }) => canEdit(lifecycle, { ...item, status }, asker))}`,
      ...steps.map((step) => {
        const takers = those(({ asker, item }) => isExecutableBy(step, asker, item))
        return `  ${step.action} → ${step.to}${conditionsOf(step)}：${takers}`
      }),
    ].join('\n')
  })
  const handed = (lifecycle.delegation ?? []).map(({ part, to }) => `○ ${part} 可委托：${to.join('、')}`)
  return [...states, ...handed].join('\n')
}

/** What has to hold besides, as the file has it. */
function conditionsOf({ approved, when, parent, back, quorum, claim }: Transition): string {
  const said = { approved, when, parent, back, quorum, claim: claim?.field }
  const text = JSON.stringify(said)
  return text === '{}' ? '' : ` ${text}`
}

/** What is said, asked and done with each state and step. */
export function wordsOfLifecycle({ title, states, transitions, clocks }: Lifecycle): string {
  const rows = [
    title,
    ...(clocks ? [JSON.stringify(clocks)] : []),
    ...Object.entries(states).map(
      ([name, { readers: _readers, ...state }]) => `${name} ${JSON.stringify(state)}`,
    ),
    ...transitions.map(({ by: _by, not: _not, ...step }) => JSON.stringify(step)),
  ]
  return rows.join('\n')
}
