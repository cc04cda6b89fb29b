// Declares roles, and the audiences that access rules name: groups, relations, roles, grants.
import { evaluateCondition, type Predicate } from '#shared/expressions/condition.ts'
import { type Fact, isConnected, type Related } from './facts.ts'
import { type AssignedRole, coversType } from './role-scope.ts'

/**
 * The name of a role that the portal declares in `roles.json`.
 * @example
 * const role: Role = 'supplier'
 */
export type Role = string

/**
 * A set of accounts that access rules name: a group (`anyone`, `registered`, `participant`), a relation to the item
 * (`owner`, `party:teamId`, `region:operator` …), a role, or `grant:` and a grant, which means all roles that have
 * it.
 * @example
 * const access: readonly Audience[] = ['owner', 'supplier', 'grant:moderate']
 */
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

/**
 * A role of `roles.json`: its grants, its registration if users register for it, and its demo accounts.
 * @example
 * const needsApproval = ({ registers }: RoleModel) => registers?.approval === true
 */
export interface RoleModel extends PublicRole {
  readonly registers?: Registration
  /** Groups at the single sign-on whose members get the role. */
  readonly groups?: readonly string[]
  readonly demo: readonly DemoAccount[]
}

/**
 * The grants that the engine uses; a portal may declare more for its access rules.
 * @example
 * const isModerator = (caller: Caller) => isGranted(caller, GRANTS.moderate)
 */
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

/**
 * Returns the field that names the participant of a `party:` audience; undefined for any other audience.
 * @example
 * partyField('party:teamId') // → 'teamId'
 */
export const partyField = (audience: Audience): string | undefined =>
  audience.startsWith(PARTY) ? audience.slice(PARTY.length) : undefined

/**
 * Returns the audience that `region:` limits to its region; undefined for any other audience.
 * @example
 * regionalOf('region:operator') // → 'operator'
 */
export const regionalOf = (audience: Audience): Audience | undefined =>
  audience.startsWith(REGION) ? audience.slice(REGION.length) : undefined

/**
 * Returns the relation to the parent item that the audience names; undefined for any other audience.
 * @example
 * parentPartyAudience('parent.party:teamId') // → 'party:teamId'
 */
export const parentPartyAudience = (audience: Audience): Audience | undefined =>
  audience.startsWith(`${ABOVE}${PARTY}`) ? audience.slice(ABOVE.length) : undefined

/**
 * Returns true if membership in the audience depends on the item.
 * @example
 * isRelation('owner') // → true
 * isRelation('supplier') // → false
 */
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

/**
 * Returns the Chinese title of an audience for readers. An unknown name is returned unchanged.
 * @example
 * audienceTitle(roles, 'supplier') // → '供应商'
 * audienceTitle(roles, 'region:owner') // → '本地区的发布者本人'
 */
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

/**
 * Returns a caller with this role and its grants, to evaluate access rules for a role. Its id, empty by default,
 * belongs to no account.
 * @example
 * toRoleCaller({ name: 'operator', grants: ['moderate'] }) // → { id: '', role: 'operator', grants: ['moderate'] }
 */
export function toRoleCaller(
  { name, grants }: Pick<RoleModel, 'name' | 'grants'>,
  id = '',
): Exclude<Caller, null> {
  return { id, role: name, grants }
}

/**
 * Returns the grants of a role; an empty list if the role is unknown.
 * @example
 * grantsOf([{ name: 'operator', title: '运营人员', grants: ['moderate'] }], 'operator') // → ['moderate']
 */
export function grantsOf(roles: readonly PublicRole[], role: Role): readonly string[] {
  return roles.find(({ name }) => name === role)?.grants ?? []
}

/**
 * Returns true if an administrator may give the role to accounts beside their own: a role of the staff that neither
 * looks after accounts nor watches over who does.
 */
export const isAssignable = ({ registers, grants }: RoleModel): boolean =>
  registers === undefined && !grants.includes(GRANTS.administer) && !grants.includes(GRANTS.examine)

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

/**
 * Returns true if the caller has at least one of the grants; false for a visitor.
 * @example
 * isGranted({ id: 'u1', role: 'operator', grants: ['moderate'] }, 'moderate', 'administer') // → true
 * isGranted(null, 'moderate') // → false
 */
export function isGranted(caller: Caller, ...grants: readonly Grant[]): boolean {
  return caller !== null && grants.some((grant) => caller.grants?.includes(grant) === true)
}

/**
 * Returns true for an account that only reads (grant `examine`). Such an account writes only what concerns itself,
 * and where its role is named; groups do not admit it.
 * @example
 * isOnlyReader({ id: 'u1', role: 'auditor', grants: ['examine'] }) // → true
 */
export function isOnlyReader(caller: Caller): caller is Exclude<Caller, null> {
  return isGranted(caller, GRANTS.examine)
}

/**
 * Returns true if every user who signs in is in the audiences, read-only roles possibly excepted. A visitor then
 * sees the link or button too, as a reason to sign in.
 * @example
 * isForMembers(['participant']) // → true
 */
export function isForMembers(audiences: readonly Audience[]): boolean {
  return audiences.includes('registered') || audiences.includes('participant')
}

/**
 * The account that makes a call; null for a visitor who has not signed in. Absent grants mean none.
 * @example
 * const caller: Caller = { id: 'u1', role: 'operator', grants: ['moderate'] }
 */
export type Caller = {
  readonly id: string
  readonly role: Role
  readonly grants?: readonly string[]
  /** Code of the region where the account is at home, or for which it is responsible. */
  readonly region?: string | null
  /** The accounts that it acts for today. */
  readonly standsIn?: readonly StandIn[]
  /** The roles that it has beside its own, each for the items of a scope. */
  readonly assigned?: readonly AssignedRole[]
} | null

/** An account for which another one acts. */
export interface Principal {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly grants?: readonly string[]
  readonly region?: string | null
}

/** An account that has delegated its parts to a colleague for a period. */
export interface StandIn extends Principal {
  /** The delegated audiences, by content type. */
  readonly parts: Readonly<Record<string, readonly Audience[]>>
}

/**
 * Returns true if the audience is the role of the caller, or one of the caller's grants. Groups and relations do
 * not count.
 * @example
 * isNamed({ id: 'u1', role: 'operator', grants: ['moderate'] }, 'grant:moderate') // → true
 */
export function isNamed(caller: Exclude<Caller, null>, audience: Audience): boolean {
  return (
    caller.role === audience ||
    (audience.startsWith(GRANT) && caller.grants?.includes(audience.slice(GRANT.length)) === true)
  )
}

/**
 * Returns what makes the account itself a member of one of the audiences: true or false where no item decides it, else
 * the facts about the item.
 * @example
 * membership({ id: 'u1', role: 'supplier' }, ['supplier']) // → true
 * membership({ id: 'u1', role: 'supplier' }, ['owner']) // → { fact: { kind: 'relation', to: 'owner', account: 'u1' } }
 */
export function membership(caller: Caller, audiences: readonly Audience[]): Predicate<Fact> {
  const open: Predicate<Fact>[] = []
  for (const audience of audiences) {
    const one = membershipOf(caller, audience)
    if (one === true) return true
    if (one !== false) open.push(one)
  }
  return open.length < 2 ? (open[0] ?? false) : { any: open }
}

/** The items of the scopes for which the roles were assigned; everything where one has no limit. */
function assignedMembership(assigned: readonly AssignedRole[], audience: Audience): Predicate<Fact> {
  const scopes = assigned.flatMap((one) => (isNamed({ id: '', ...one }, audience) ? [one.scope] : []))
  if (scopes.some((scope) => coversType(scope, undefined))) return true
  const facts = scopes.map((scope) => ({ fact: { kind: 'scope' as const, scope } }))
  return facts.length < 2 ? (facts[0] ?? false) : { any: facts }
}

/**
 * Returns the caller with the assigned roles as if they had no limits: to find out what to offer, and in which states a
 * list may hold items at all. With a type, only the roles that count for some items of it.
 */
export function withWholeRoles(caller: Caller, type?: string): Caller {
  if (!caller?.assigned) return caller
  const assigned = caller.assigned.filter(({ scope }) => type === undefined || coversType(scope, type))
  return { ...caller, assigned: assigned.map((one) => ({ ...one, scope: {} })) }
}

function membershipOf(caller: Caller, audience: Audience): Predicate<Fact> {
  if (audience === 'anyone') return true
  if (caller === null) return false
  if (audience === 'registered' || isNamed(caller, audience)) return true
  if (audience === 'participant') return !isOnlyReader(caller)
  const assigned = caller.assigned && assignedMembership(caller.assigned, audience)
  if (assigned) return assigned
  const regional = regionalOf(audience)
  if (regional !== undefined)
    return (
      membership(caller, [regional]) === true && { fact: { kind: 'region', code: caller.region ?? null } }
    )
  return isRelation(audience) && { fact: { kind: 'relation', to: audience, account: caller.id } }
}

/**
 * Returns true if the account itself is in one of the audiences; `isAllowed` counts for whom it acts as well. Relations
 * are true only with an `object`; omit it if the question concerns none.
 * @example
 * isInAudience(null, ['anyone']) // → true
 * isInAudience({ id: 'u1', role: 'supplier' }, ['owner'], { ownerId: 'u1' }) // → true
 * isInAudience({ id: 'u1', role: 'supplier' }, ['owner']) // → false
 */
export const isInAudience = (caller: Caller, audiences: readonly Audience[], object?: Related): boolean =>
  evaluateCondition(
    membership(caller, audiences),
    {},
    (fact) => object !== undefined && isConnected(fact, object),
  )
