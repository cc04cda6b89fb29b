// Declares the facts on which access to an item depends, and decides them for a loaded item.
import { isInScope, type RoleScope } from './role-scope.ts'

/** The accounts that an object relates to, by id. */
export interface Related {
  /** Its content type, which decides about delegated parts. */
  readonly type?: string
  readonly status?: string | undefined
  readonly ownerId: string | null
  /** Owner of its parent, such as the demand of a scheme. */
  readonly parentOwnerId?: string | null
  /** Owners of its children, in a state whose lifecycle makes them partners. */
  readonly partners?: readonly (string | null)[] | null
  /** Owners of its children that are not deleted, if states of its lifecycle ask for them. */
  readonly applicants?: readonly (string | null)[] | null
  /** Accounts by party, such as `party:teamId`. */
  readonly parties?: Readonly<Record<string, readonly (string | null)[]>> | null
  /** Code of the region of the object. */
  readonly region?: string | null
  /** The value of its type's field for categories. */
  readonly category?: string | null
  /** Parts of it whose holder cannot act, of those that its lifecycle then leaves to others. */
  readonly vacant?: readonly Vacant[] | null
  /** True if the parent's owner leaves it open to everybody; only of types that let the parent's owner choose. */
  readonly disclosed?: boolean
  /** It no longer stands as it was while it was open to others; read with the whole item only. */
  readonly edited?: boolean
  readonly revision?: number
  /** The revision that its owner took out of the public state; what differs from it is approved again. */
  readonly approvedRevision?: number | null
  /** State of the parent; null if the parent is missing. */
  readonly parentStatus?: string | null | undefined
  /**
   * Users who have executed transitions with a quorum since the item came into its state, by action; those who have
   * reviewed it at an earlier stage, or edited it since it was last public.
   */
  readonly votes?: Readonly<Record<string, readonly Vote[]>> | null
}

/** One of a quorum, by account ids. */
export interface Vote {
  readonly by: string
  /** The account that the vote counts for: another one's, if the voter acted for it. */
  readonly as: string
}

/** A part whose holder's account is blocked, deleted or held back from writing: for him others act meanwhile. */
export interface Vacant {
  readonly part: string
  readonly to: readonly string[]
  readonly principal: { readonly id: string; readonly name: string; readonly role: string }
}

/** A fact that depends on the item, for a known caller. */
export type Fact =
  | { readonly kind: 'state'; readonly in: readonly string[] }
  /** The account is the owner, the parent's owner, a partner, an applicant or a party of the item. */
  | { readonly kind: 'relation'; readonly to: string; readonly account: string }
  /** The item's region contains that one, or is contained in it. */
  | { readonly kind: 'region'; readonly code: string | null }
  /** A role was assigned to the account for items like this one. */
  | { readonly kind: 'scope'; readonly scope: RoleScope }
  /** Nobody who has the part can act, and who has it stands in one of these relations to the item as well. */
  | { readonly kind: 'vacant'; readonly part: string; readonly holder: readonly string[] }
  /** One of the accounts has voted on the transition, or on any if none is named. */
  | { readonly kind: 'voted'; readonly accounts: readonly string[]; readonly action?: string }
  /** The parent is in one of these states. */
  | { readonly kind: 'parentState'; readonly in: readonly string[] }
  /** The item is as it was approved. */
  | { readonly kind: 'approved' }
  | { readonly kind: 'disclosed' }
  | { readonly kind: 'edited' }

export function isTrueOf(fact: Fact, item: Related): boolean {
  switch (fact.kind) {
    case 'state':
      return item.status !== undefined && fact.in.includes(item.status)
    case 'vacant':
      return (item.vacant ?? []).some(
        ({ part, principal }) =>
          part === fact.part && fact.holder.some((to) => relatedAccounts(to, item).includes(principal.id)),
      )
    case 'voted':
      return Object.entries(item.votes ?? {}).some(
        ([action, votes]) =>
          (fact.action ?? action) === action &&
          votes.some(({ by, as }) => fact.accounts.includes(by) || fact.accounts.includes(as)),
      )
    case 'parentState':
      return item.parentStatus != null && fact.in.includes(item.parentStatus)
    case 'approved':
      return item.revision === item.approvedRevision
    case 'disclosed':
    case 'edited':
      return item[fact.kind] === true
    default:
      return isConnected(fact, item)
  }
}

/** Decides the facts that membership in audiences asks for. */
export function isConnected(fact: Fact, item: Related): boolean {
  if (fact.kind === 'relation') return relatedAccounts(fact.to, item).includes(fact.account)
  if (fact.kind === 'scope') return isInScope(fact.scope, item)
  return fact.kind === 'region' && isSameRegion(fact.code, item.region)
}

/**
 * Returns the accounts that stand in the relation to the item.
 * @example
 * relatedAccounts('owner', { ownerId: 'u1' }) // → ['u1']
 */
export function relatedAccounts(to: string, item: Related): readonly (string | null | undefined)[] {
  if (to === 'owner') return [item.ownerId]
  if (to === 'parent.owner') return [item.parentOwnerId]
  if (to === 'partner') return item.partners ?? []
  return (to === 'applicant' ? item.applicants : item.parties?.[to]) ?? []
}

/** Returns true if one of two regions contains the other: the office of a province is responsible for its cities. */
function isSameRegion(one: string | null | undefined, other: string | null | undefined): boolean {
  return Boolean(one && other && (one.startsWith(other) || other.startsWith(one)))
}
