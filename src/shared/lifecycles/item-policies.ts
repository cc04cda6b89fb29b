// Compiles who may read and edit the items of a content type: access policies from lifecycle, audiences and disclosure.
import { APPLICANT, inState, member, type Policy, self } from '#shared/access/policy.ts'
import { type Audience, GRANTS, grantAudience } from '#shared/access/roles.ts'
import { all, any, not } from '#shared/expressions/predicate.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { type Lifecycle, presentStates, statesWhere } from './lifecycle.ts'

type Readable = Pick<ContentType, 'lifecycle' | 'disclosure'>

/** The readers of the item's state. */
const stateReaders = ({ lifecycle, disclosure }: Readable): Policy => {
  const open = disclosure ? any([member(disclosure.otherwise), { fact: { kind: 'disclosed' } }]) : true
  // States of the same readers share one condition, which is planned once.
  const groups = new Map<string, { readonly readers?: readonly Audience[]; readonly names: string[] }>()
  for (const [name, { readers }] of Object.entries(lifecycle.states)) {
    const key = JSON.stringify(readers ?? null)
    const names = [...(groups.get(key)?.names ?? []), name]
    groups.set(key, { names, ...(readers ? { readers } : {}) })
  }
  return any(
    [...groups.values()].map(({ names, readers }) => all([inState(names), readers ? member(readers) : open])),
  )
}

/**
 * Those who keep reading an item in states that are closed to others: partners until it is deleted, and who applied
 * for it where the state says so, to see that it is closed.
 */
const formerReaders = ({ lifecycle }: Readable): Policy =>
  any([
    all([inState(presentStates(lifecycle)), member(['partner'])]),
    all([inState(statesWhere(lifecycle, ({ applicants }) => applicants)), APPLICANT]),
  ])

/** The readers of an item of the type, some of them as it was while it was open to others. */
export const readPolicy = perModel((type: Readable): Policy => any([stateReaders(type), formerReaders(type)]))

/** The readers of the item as it stands: the policy of lists, which show no previous versions. */
export const currentPolicy = perModel(
  (type: Readable): Policy =>
    any([stateReaders(type), all([not({ fact: { kind: 'edited' } }), formerReaders(type)])]),
)

/**
 * The editors of an item: operators in any state, correctors until it is deleted, owners in the states that the lifecycle declares editable. A delegate of
 * the owner edits only where no review is needed. Where the lifecycle names editors, they edit as the owner does, and
 * operators only as one of them.
 */
export const editPolicy = perModel((lifecycle: Lifecycle): Policy => {
  const owner = ['owner']
  const { editors, correctors } = lifecycle
  if (editors)
    return all([inState(statesWhere(lifecycle, ({ editable }) => editable)), self([...owner, ...editors])])
  return any([
    self([grantAudience(GRANTS.moderate)]),
    correctors !== undefined && all([inState(presentStates(lifecycle)), self(correctors)]),
    all([inState(statesWhere(lifecycle, ({ editable }) => editable)), self(owner)]),
    all([inState(statesWhere(lifecycle, ({ editable, edited }) => editable && !edited)), member(owner)]),
  ])
})
