// Declares the facts on which access to an item depends, and decides them for a loaded item.

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
  /** Parts of it whose holder cannot act, of those that its lifecycle then leaves to others. */
  readonly vacant?: readonly Vacant[] | null
  /** True if the parent's owner leaves it open to everybody; only of types that let the parent's owner choose. */
  readonly disclosed?: boolean
  /** It no longer stands as it was while it was open to others; read with the whole item only. */
  readonly edited?: boolean
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
  /** Nobody who has the part can act, and who has it stands in one of these relations to the item as well. */
  | { readonly kind: 'vacant'; readonly part: string; readonly holder: readonly string[] }
  | { readonly kind: 'disclosed' }
  | { readonly kind: 'edited' }

export function isTrueOf(fact: Fact, item: Related): boolean {
  switch (fact.kind) {
    case 'state':
      return item.status !== undefined && fact.in.includes(item.status)
    case 'relation':
      return isRelated(fact.to, fact.account, item)
    case 'region':
      return isSameRegion(fact.code, item.region)
    case 'vacant':
      return (item.vacant ?? []).some(
        ({ part, principal }) =>
          part === fact.part && fact.holder.some((to) => isRelated(to, principal.id, item)),
      )
    default:
      return item[fact.kind] === true
  }
}

function isRelated(to: string, account: string, item: Related): boolean {
  if (to === 'owner') return item.ownerId === account
  if (to === 'parent.owner') return item.parentOwnerId === account
  if (to === 'partner') return item.partners?.includes(account) === true
  if (to === 'applicant') return item.applicants?.includes(account) === true
  return item.parties?.[to]?.includes(account) === true
}

/** Returns true if one of two regions contains the other: the office of a province is responsible for its cities. */
function isSameRegion(one: string | null | undefined, other: string | null | undefined): boolean {
  return Boolean(one && other && (one.startsWith(other) || other.startsWith(one)))
}
