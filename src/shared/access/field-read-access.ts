// Decides who may read a field: audiences, some of them only while the item is in certain states.
import { type Audience, audienceTitle } from './roles.ts'

/** A relation that sees it only then. */
export interface ViewerInStates {
  readonly to: Audience
  readonly states: readonly string[]
  /** The states as its readers know them. */
  readonly titles?: readonly string[]
}

export type Viewer = Audience | ViewerInStates

export const audienceOf = (viewer: Viewer): Audience => (typeof viewer === 'string' ? viewer : viewer.to)

/**
 * Returns the audiences that may read the field in at least one state of the item.
 *
 * @example
 * audiencesOf(['owner', { to: 'partner', states: ['agreed'] }]) // → ['owner', 'partner']
 */
export const audiencesOf = (viewers: readonly Viewer[]): Audience[] => viewers.map(audienceOf)

/** Returns the audiences that see the field in every state. */
export const alwaysOf = (viewers: readonly Viewer[]): Audience[] =>
  viewers.filter((viewer) => typeof viewer === 'string')

/**
 * Returns the audiences that may read the field while the item is in `status`; `undefined` stands for a new item,
 * which is in no state yet.
 *
 * @example
 * viewersIn(['owner', { to: 'partner', states: ['agreed'] }], 'pending') // → ['owner']
 * viewersIn(['owner', { to: 'partner', states: ['agreed'] }], 'agreed') // → ['owner', 'partner']
 */
export function viewersIn(viewers: readonly Viewer[], status: string | undefined): Audience[] {
  const open = viewers.filter(
    (viewer) => typeof viewer === 'string' || (status !== undefined && viewer.states.includes(status)),
  )
  return audiencesOf(open)
}

/** More are not read through. */
const MAX_NAMED = 3

function joinNames(names: readonly string[]): string {
  if (names.length > MAX_NAMED) return `${names.slice(0, MAX_NAMED).join('、')}等`
  return [names.slice(0, -1).join('、'), ...names.slice(-1)].filter(Boolean).join('和')
}

/** Such as 仅已登录用户可见, or 达成合作后可见; to a party that waits for a state: 同意洽谈后可见. */
export function viewersTitle(viewers: readonly Viewer[], roles: Parameters<typeof audienceTitle>[0]): string {
  const titles = viewers.flatMap((viewer) =>
    typeof viewer === 'string' ? [] : (viewer.titles ?? viewer.states),
  )
  // A field that is visible in a state stays visible in the states that follow.
  if (titles[0] !== undefined) return `${titles[0].replace(/^已/u, '')}后可见`
  const audiences = audiencesOf(viewers)
  if (audiences.includes('partner')) return '达成合作后可见'
  if (audiences.includes('parent.owner')) return '仅双方可见'
  const named = [...new Set(audiences.map((who) => audienceTitle(roles, who).replace(/（.*）$/, '')))]
  return `仅${joinNames(named)}可见`
}
