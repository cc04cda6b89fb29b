// Owns the closed set of roles and the audiences that access rules may name.

/** The nine registration types, in the order the register page offers them. */
export const USER_TYPES = [
  'ordinary',
  'supplier',
  'expert',
  'rescue',
  'rescueForces',
  'manageOrg',
  'science',
  'fireControl',
  'unit',
] as const

export type UserType = (typeof USER_TYPES)[number]

export const ROLES = [...USER_TYPES, 'operator', 'auditor', 'government'] as const

export type Role = (typeof ROLES)[number]

/** Groups that stand for a relation rather than a role. */
export const GROUPS = ['anyone', 'registered', 'participant', 'owner', 'parent.owner', 'partner'] as const

/** Groups that depend on the object asked about; where there is none, they are empty. */
export const RELATIONS = [
  'owner',
  'parent.owner',
  'partner',
] as const satisfies readonly (typeof GROUPS)[number][]

export type Relation = (typeof RELATIONS)[number]

export type Audience = (typeof GROUPS)[number] | Role

export const AUDIENCE_TITLES: Readonly<Record<Audience, string>> = {
  anyone: '所有人',
  registered: '已登录用户',
  participant: '已登录用户（审核人员除外）',
  owner: '发布者本人',
  'parent.owner': '上级内容的发布者',
  partner: '已达成合作的对方',
  ordinary: '普通用户',
  supplier: '供应商',
  expert: '专家',
  rescue: '救援人员',
  rescueForces: '救援力量',
  manageOrg: '管理机构',
  science: '科研用户',
  fireControl: '消防救援机构',
  unit: '单位用户',
  operator: '运营人员',
  auditor: '审核人员',
  government: '政府部门',
}

/** Who reads everything that is to be examined, and so takes part in nothing. */
const ONLY_READS: ReadonlySet<Role> = new Set(['auditor'])

/** He writes only what is for himself, and what names his role; the groups that he is in do not count. */
export function isOnlyReader(asker: Asker): asker is Exclude<Asker, null> {
  return asker !== null && ONLY_READS.has(asker.role)
}

/** Whether whoever signs in may, but for those who only read; visitors are shown what they would sign in for. */
export function isForMembers(audiences: readonly Audience[]): boolean {
  return audiences.includes('registered') || audiences.includes('participant')
}

/** Who asks: null stands for a visitor who has not signed in. */
export type Asker = { readonly id: string; readonly role: Role } | null

/** Whose an object is, by account ids. */
export interface Related {
  readonly ownerId: string | null
  /** Owner of what it lies under, such as the demand of a scheme. */
  readonly parentOwnerId?: string | null
  /** Owners of what lies under it, in a state whose lifecycle makes them partners. */
  readonly partners?: readonly (string | null)[] | null
}

/** The relations in which `asker` stands to an object. */
export function relationsOf(asker: Asker, { ownerId, parentOwnerId, partners }: Related): Relation[] {
  if (asker === null) return []
  return [
    ...(ownerId === asker.id ? (['owner'] as const) : []),
    ...(parentOwnerId === asker.id ? (['parent.owner'] as const) : []),
    ...(partners?.includes(asker.id) ? (['partner'] as const) : []),
  ]
}

/** Whether `asker` belongs to one of `audiences`; `object` is missing where none is asked about. */
export function isInAudience(asker: Asker, audiences: readonly Audience[], object?: Related): boolean {
  const relations: readonly Audience[] = object ? relationsOf(asker, object) : []
  return audiences.some((audience) => {
    if (audience === 'anyone') return true
    if (asker === null) return false
    if (audience === 'registered') return true
    if (audience === 'participant') return !ONLY_READS.has(asker.role)
    return asker.role === audience || relations.includes(audience)
  })
}
