// Declares roles, and the audiences that access rules name: groups, relations, roles, grants.

/** The name of a role that the portal declares. */
export type Role = string

/** A group, a relation, a role, or `grant:` and the name of a grant, which means everybody who has it. */
export type Audience = string

/** How people get a role themselves. */
export interface Registration {
  readonly form: string
  /** True if an operator examines the application before the account is opened. */
  readonly approval: boolean
  /** The people who may register, and the papers they need, as the page of choices shows them. */
  readonly audience?: string
  readonly papers?: readonly string[]
}

/** Fields that a registration asks for the account itself; they are never part of the application. */
export const ACCOUNT_FIELDS = ['userName', 'password', 'passwordAgain', 'mobile', 'smsCode'] as const
/** Those of them that only a portal asks which sends text messages. */
export const SMS_FIELDS: readonly (typeof ACCOUNT_FIELDS)[number][] = ['mobile', 'smsCode']

/** An account that demo mode makes. */
export interface DemoAccount {
  readonly name: string
  /** Answers of the account, if a form creates such an account. */
  readonly form?: string
  readonly answers?: Readonly<Record<string, unknown>>
}

/** The public part of a role. */
export interface PublicRole {
  readonly name: Role
  readonly title: string
  readonly grants: readonly string[]
}

export interface RoleModel extends PublicRole {
  readonly registers?: Registration
  readonly demo: readonly DemoAccount[]
}

/** The grants that the engine asks for; a portal may declare more for its own access rules. */
export const GRANTS = {
  /** Judges and corrects what others publish, without limits. */
  moderate: 'moderate',
  /** Looks after accounts. */
  administer: 'administer',
  /** Writes to everybody of a kind at once. */
  address: 'address',
  /** Reads everything that is to be examined, and so takes part in nothing. */
  examine: 'examine',
} as const

export type Grant = (typeof GRANTS)[keyof typeof GRANTS]

const GRANT = 'grant:'

export const grantAudience = (grant: string): Audience => `${GRANT}${grant}`
export const isGrantAudience = (audience: Audience): boolean => audience.startsWith(GRANT)

/** Groups of the language: audiences that are neither roles nor grants. */
export const GROUPS = ['anyone', 'registered', 'participant', 'owner', 'parent.owner', 'partner'] as const

/** Groups that depend on the object asked about; where there is none, they are empty. */
export const RELATIONS = [
  'owner',
  'parent.owner',
  'partner',
] as const satisfies readonly (typeof GROUPS)[number][]

export type Relation = (typeof RELATIONS)[number]

/**
 * Prefix of a field name, for the account that the field names, the representatives of the directory entry that it
 * names, or the owner of the item that it refers to.
 */
const PARTY = 'party:'
/** Prefix of an audience, for its members whose region contains the item's, or is contained in it. */
const REGION = 'region:'
/** Prefix of a relation to the parent item. */
const ABOVE = 'parent.'

export const partyAudience = (field: string): Audience => `${PARTY}${field}`

/** The field that a party is named by; undefined for any other audience. */
export const partyField = (audience: Audience): string | undefined =>
  audience.startsWith(PARTY) ? audience.slice(PARTY.length) : undefined

/** Returns the audience that a region limits; undefined for any other audience. */
export const regionalOf = (audience: Audience): Audience | undefined =>
  audience.startsWith(REGION) ? audience.slice(REGION.length) : undefined

/**
 * Returns the relation to the parent item, such as `party:teamId` of `parent.party:teamId`; undefined for any other
 * audience.
 */
export const parentPartyAudience = (audience: Audience): Audience | undefined =>
  audience.startsWith(`${ABOVE}${PARTY}`) ? audience.slice(ABOVE.length) : undefined

/** Returns true if membership in the audience depends on the item. */
export const isRelation = (audience: Audience): boolean =>
  (RELATIONS as readonly Audience[]).includes(audience) ||
  partyField(audience) !== undefined ||
  parentPartyAudience(audience) !== undefined ||
  regionalOf(audience) !== undefined

const GROUP_TITLES: Readonly<Record<string, string>> = {
  anyone: '所有人',
  registered: '已登录用户',
  owner: '发布者本人',
  'parent.owner': '上级内容的发布者',
  partner: '已达成合作的对方',
}

/** Returns the title of an audience, for readers. */
export function audienceTitle(roles: readonly PublicRole[], audience: Audience): string {
  if (audience === 'participant') {
    const others = roles.filter(({ grants }) => grants.includes(GRANTS.examine)).map(({ title }) => title)
    return others.length === 0 ? '已登录用户' : `已登录用户（${others.join('、')}除外）`
  }
  const group = Object.hasOwn(GROUP_TITLES, audience) ? GROUP_TITLES[audience] : undefined
  if (group !== undefined) return group
  const regional = regionalOf(audience)
  if (regional !== undefined) return `本地区的${audienceTitle(roles, regional)}`
  if (partyField(audience) !== undefined) return '承担方'
  if (parentPartyAudience(audience) !== undefined) return '上级内容的承担方'
  if (!audience.startsWith(GRANT)) return roles.find(({ name }) => name === audience)?.title ?? audience
  const grant = audience.slice(GRANT.length)
  const held = roles.filter(({ grants }) => grants.includes(grant)).map(({ title }) => title)
  return held.join('、') || audience
}

/** Returns a caller with this role, for access rules; the `id` belongs to no account. */
export function toRoleCaller(
  { name, grants }: Pick<RoleModel, 'name' | 'grants'>,
  id = '',
): Exclude<Caller, null> {
  return { id, role: name, grants }
}

/** Returns the grants of a role; an empty list if the role is unknown. */
export function grantsOf(roles: readonly PublicRole[], role: Role): readonly string[] {
  return roles.find(({ name }) => name === role)?.grants ?? []
}

/** The roles that hold a grant. */
export function rolesWith(roles: readonly PublicRole[], ...grants: readonly Grant[]): Role[] {
  return roles.filter((role) => grants.some((grant) => role.grants.includes(grant))).map(({ name }) => name)
}

/** Returns true if some of the audiences depend on the grant: the grant itself, or a role that has it. */
export function namesGrant(
  roles: readonly PublicRole[],
  audiences: readonly Audience[],
  grant: Grant,
): boolean {
  const names = new Set([grantAudience(grant), ...rolesWith(roles, grant)])
  return audiences.some((audience) => names.has(audience))
}

/** Returns the role that needs no application; undefined if every account is examined. */
export function openRole(roles: readonly RoleModel[]): RoleModel | undefined {
  return roles.find(({ registers }) => registers?.approval === false)
}

export function isGranted(caller: Caller, ...grants: readonly Grant[]): boolean {
  return caller !== null && grants.some((grant) => caller.grants?.includes(grant) === true)
}

/**
 * Returns true for a caller who only reads: such an account writes only for itself, and where its role is named. Its
 * groups do not count.
 */
export function isOnlyReader(caller: Caller): caller is Exclude<Caller, null> {
  return isGranted(caller, GRANTS.examine)
}

/**
 * Returns true if everybody who signs in may do it, except read-only roles. Visitors see it too, as a reason to sign
 * in.
 */
export function isForMembers(audiences: readonly Audience[]): boolean {
  return audiences.includes('registered') || audiences.includes('participant')
}

/** The account that makes a call; null for a visitor who has not signed in. Absent grants mean none. */
export type Caller = {
  readonly id: string
  readonly role: Role
  readonly grants?: readonly string[]
  /** Code of the region where the account is at home, or for which it is responsible. */
  readonly region?: string | null
  /** The accounts that it acts for today. */
  readonly standsIn?: readonly StandIn[]
} | null

/** An account that has delegated its parts to a colleague for a period. */
export interface StandIn {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly grants?: readonly string[]
  readonly region?: string | null
  /** The delegated audiences, by content type. */
  readonly parts: Readonly<Record<string, readonly Audience[]>>
}

/** The accounts that an object relates to, by id. */
export interface Related {
  /** Its content type, which decides about delegated parts. */
  readonly type?: string
  readonly ownerId: string | null
  /** Owner of its parent, such as the demand of a scheme. */
  readonly parentOwnerId?: string | null
  /** Owners of its children, in a state whose lifecycle makes them partners. */
  readonly partners?: readonly (string | null)[] | null
  /** Owners of its children that are not deleted, if states of its lifecycle ask for them. */
  readonly applicants?: readonly (string | null)[] | null
  /** Accounts by party, such as `party:teamId`. */
  readonly parties?: Readonly<Record<Audience, readonly (string | null)[]>> | null
  /** Code of the region of the object. */
  readonly region?: string | null
  /** Parts of it whose holder cannot act, of those that its lifecycle then leaves to others. */
  readonly vacant?: readonly Vacant[] | null
}

/** A part whose holder's account is blocked, deleted or held back from writing: for him others act meanwhile. */
export interface Vacant {
  readonly part: Audience
  readonly to: readonly Audience[]
  readonly principal: Pick<StandIn, 'id' | 'name' | 'role'>
}

/** Returns the relations of `caller` to an object. */
export function relationsOf(
  caller: Caller,
  { ownerId, parentOwnerId, partners, parties }: Related,
): Audience[] {
  if (caller === null) return []
  return [
    ...(ownerId === caller.id ? ['owner'] : []),
    ...(parentOwnerId === caller.id ? ['parent.owner'] : []),
    ...(partners?.includes(caller.id) ? ['partner'] : []),
    ...Object.entries(parties ?? {}).flatMap(([party, ids]) => (ids.includes(caller.id) ? [party] : [])),
  ]
}

/**
 * Returns the accounts that `caller` acts for before the object, with the parts that are delegated or vacant. Empty
 * if the caller owns the object.
 */
export function standInsFor(caller: Caller, object: Related | undefined): readonly DelegatedParts[] {
  const { type } = object ?? {}
  if (caller === null || type === undefined || object?.ownerId === caller.id) return []
  const delegated = (caller.standsIn ?? []).flatMap((one) => {
    const parts = Object.hasOwn(one.parts, type) ? (one.parts[type] ?? []) : []
    return parts.length === 0 ? [] : [{ principal: one, parts }]
  })
  const vacant = (object?.vacant ?? []).flatMap(({ part, to, principal }) =>
    isHimself(caller, to, object)
      ? [{ principal: { ...principal, parts: { [type]: [part] } }, parts: [part] }]
      : [],
  )
  return [...delegated, ...vacant]
}

export interface DelegatedParts {
  readonly principal: StandIn
  readonly parts: readonly Audience[]
}

/** Returns the relations of the caller to an object, both direct and on behalf of others. */
export function allRelationsOf(caller: Caller, object: Related): Audience[] {
  const delegatedRelations = standInsFor(caller, object).flatMap(({ principal, parts }) =>
    relationsOf(principal, object).filter((relation) => parts.includes(relation)),
  )
  return [...new Set([...relationsOf(caller, object), ...delegatedRelations])]
}

/** Returns true if one of two regions contains the other: the office of a province is responsible for its cities. */
export function isSameRegion(one: string | null | undefined, other: string | null | undefined): boolean {
  return Boolean(one && other && (one.startsWith(other) || other.startsWith(one)))
}

/** Returns true if the audience names the role of `caller`, or one of its grants. */
export function isNamed(caller: Exclude<Caller, null>, audience: Audience): boolean {
  return (
    caller.role === audience ||
    (audience.startsWith(GRANT) && caller.grants?.includes(audience.slice(GRANT.length)) === true)
  )
}

/**
 * Returns true if `caller` belongs to one of `audiences`, directly or on behalf of another account. `object` is
 * absent if the question is about none.
 */
export function isInAudience(caller: Caller, audiences: readonly Audience[], object?: Related): boolean {
  return (
    isHimself(caller, audiences, object) ||
    standInsFor(caller, object).some(({ principal, parts }) =>
      isHimself(
        principal,
        audiences.filter((audience) => parts.includes(audience)),
        object,
      ),
    )
  )
}

/** Returns true if `caller` belongs to one of `audiences` directly; delegated parts do not count. */
export function isHimself(caller: Caller, audiences: readonly Audience[], object?: Related): boolean {
  const relations: readonly Audience[] = object ? relationsOf(caller, object) : []
  return audiences.some((audience) => {
    if (audience === 'anyone') return true
    if (caller === null) return false
    if (audience === 'registered') return true
    if (audience === 'participant') return !isOnlyReader(caller)
    const regional = regionalOf(audience)
    if (regional !== undefined)
      return isSameRegion(caller.region, object?.region) && isHimself(caller, [regional])
    return isNamed(caller, audience) || relations.includes(audience)
  })
}
