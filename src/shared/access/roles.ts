// Owns roles as a portal declares them, and the audiences that access rules name: groups, relations, roles, grants.

/** The name of a role that the portal declares. */
export type Role = string

/** A group, a relation, a role, or `grant:` with a grant's name: whoever holds it. */
export type Audience = string

/** How people get a role themselves. */
export interface Registration {
  readonly form: string
  /** Whether somebody looks at the application before the account is open. */
  readonly approval: boolean
  /** Whom it is for, and what has to be at hand, as the page of choices says. */
  readonly audience?: string
  readonly papers?: readonly string[]
}

/** What a registration asks for the account itself; it is never part of the application. */
export const ACCOUNT_FIELDS = ['userName', 'password', 'passwordAgain', 'mobile', 'smsCode'] as const
/** Those of them that only a portal asks which sends text messages. */
export const SMS_FIELDS: readonly (typeof ACCOUNT_FIELDS)[number][] = ['mobile', 'smsCode']

/** An account that demo mode makes. */
export interface DemoAccount {
  readonly name: string
  /** What was filled in, where a form creates such an account. */
  readonly form?: string
  readonly answers?: Readonly<Record<string, unknown>>
}

/** What everybody may know of a role. */
export interface PublicRole {
  readonly name: Role
  readonly title: string
  readonly grants: readonly string[]
}

export interface RoleModel extends PublicRole {
  readonly registers?: Registration
  readonly demo: readonly DemoAccount[]
}

/** What the engine asks for; a portal may grant more, for its own access rules. */
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

/** Groups that stand for a relation rather than a role. */
export const GROUPS = ['anyone', 'registered', 'participant', 'owner', 'parent.owner', 'partner'] as const

/** Groups that depend on the object asked about; where there is none, they are empty. */
export const RELATIONS = [
  'owner',
  'parent.owner',
  'partner',
] as const satisfies readonly (typeof GROUPS)[number][]

export type Relation = (typeof RELATIONS)[number]

/** `party:` and a field: the account that the field names, whoever speaks for the entry that it names, or its owner. */
const PARTY = 'party:'
/** `region:` and an audience: those of it whose region holds the item's, or lies in it. */
const REGION = 'region:'
/** Before a relation to what an item lies under. */
const ABOVE = 'parent.'

export const partyAudience = (field: string): Audience => `${PARTY}${field}`

/** The field that a party is named by; undefined for any other audience. */
export const partyField = (audience: Audience): string | undefined =>
  audience.startsWith(PARTY) ? audience.slice(PARTY.length) : undefined

/** Whom a region is asked of; undefined for any other audience. */
export const regionalOf = (audience: Audience): Audience | undefined =>
  audience.startsWith(REGION) ? audience.slice(REGION.length) : undefined

/** What is asked of the item above, such as `party:teamId` of `parent.party:teamId`; undefined for any other. */
export const parentPartyAudience = (audience: Audience): Audience | undefined =>
  audience.startsWith(`${ABOVE}${PARTY}`) ? audience.slice(ABOVE.length) : undefined

/** Whether who belongs to it depends on the object asked about. */
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

/** What readers see an audience called. */
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

/** Whoever has a role, as far as the rules of access go; `id` is nobody's. */
export function toRoleCaller(
  { name, grants }: Pick<RoleModel, 'name' | 'grants'>,
  id = '',
): Exclude<Caller, null> {
  return { id, role: name, grants }
}

/** What a role is granted; nothing where it is unknown. */
export function grantsOf(roles: readonly PublicRole[], role: Role): readonly string[] {
  return roles.find(({ name }) => name === role)?.grants ?? []
}

/** The roles that hold a grant. */
export function rolesWith(roles: readonly PublicRole[], ...grants: readonly Grant[]): Role[] {
  return roles.filter((role) => grants.some((grant) => role.grants.includes(grant))).map(({ name }) => name)
}

/** Whether some of the audiences are there for a grant: it is named itself, or a role that holds it. */
export function namesGrant(
  roles: readonly PublicRole[],
  audiences: readonly Audience[],
  grant: Grant,
): boolean {
  const names = new Set([grantAudience(grant), ...rolesWith(roles, grant)])
  return audiences.some((audience) => names.has(audience))
}

/** The role of whoever comes without an application; undefined where everybody is looked at. */
export function openRole(roles: readonly RoleModel[]): RoleModel | undefined {
  return roles.find(({ registers }) => registers?.approval === false)
}

export function isGranted(caller: Caller, ...grants: readonly Grant[]): boolean {
  return caller !== null && grants.some((grant) => caller.grants?.includes(grant) === true)
}

/** He writes only what is for himself, and what names his role; the groups that he is in do not count. */
export function isOnlyReader(caller: Caller): caller is Exclude<Caller, null> {
  return isGranted(caller, GRANTS.examine)
}

/** Whether whoever signs in may, but for those who only read; visitors are shown what they would sign in for. */
export function isForMembers(audiences: readonly Audience[]): boolean {
  return audiences.includes('registered') || audiences.includes('participant')
}

/** Who asks: null stands for a visitor who has not signed in. Without grants he has none. */
export type Caller = {
  readonly id: string
  readonly role: Role
  readonly grants?: readonly string[]
  /** Code of the area that he is at home in, or in charge of. */
  readonly region?: string | null
  /** Whose part he takes today. */
  readonly standsIn?: readonly StandIn[]
} | null

/** Somebody who has handed his part to a colleague for a while. */
export interface StandIn {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly grants?: readonly string[]
  readonly region?: string | null
  /** The audiences that were handed on, by content type. */
  readonly parts: Readonly<Record<string, readonly Audience[]>>
}

/** Whose an object is, by account ids. */
export interface Related {
  /** Its content type, by which whoever stands in for somebody is known. */
  readonly type?: string
  readonly ownerId: string | null
  /** Owner of what it lies under, such as the demand of a scheme. */
  readonly parentOwnerId?: string | null
  /** Owners of what lies under it, in a state whose lifecycle makes them partners. */
  readonly partners?: readonly (string | null)[] | null
  /** Owners of what lies under it and is still there, as far as states of its lifecycle ask for them. */
  readonly applicants?: readonly (string | null)[] | null
  /** Accounts by party, such as `party:teamId`. */
  readonly parties?: Readonly<Record<Audience, readonly (string | null)[]>> | null
  /** Code of the area that it lies in. */
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

/** The relations in which `asker` stands to an object. */
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
 * Whom `asker` stands in for before the object, with the parts that were handed on or are vacant; for nobody where it is
 * his own.
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

/** The relations in which he stands to an object himself, or for another. */
export function allRelationsOf(caller: Caller, object: Related): Audience[] {
  const delegatedRelations = standInsFor(caller, object).flatMap(({ principal, parts }) =>
    relationsOf(principal, object).filter((relation) => parts.includes(relation)),
  )
  return [...new Set([...relationsOf(caller, object), ...delegatedRelations])]
}

/** Whether one of two areas lies in the other: who is in charge of a province is of its cities. */
export function isSameRegion(one: string | null | undefined, other: string | null | undefined): boolean {
  return Boolean(one && other && (one.startsWith(other) || other.startsWith(one)))
}

/** Whether `asker` is named by his role, or by what he is granted. */
export function isNamed(caller: Exclude<Caller, null>, audience: Audience): boolean {
  return (
    caller.role === audience ||
    (audience.startsWith(GRANT) && caller.grants?.includes(audience.slice(GRANT.length)) === true)
  )
}

/**
 * Whether `asker` belongs to one of `audiences`, himself or for whom he stands in; `object` is missing where none is
 * asked about.
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

/** Whether `asker` belongs to one of `audiences` whoever has handed him a part. */
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
