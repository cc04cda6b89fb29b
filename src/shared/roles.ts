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
export const GROUPS = ['anyone', 'registered', 'owner'] as const

export type Audience = (typeof GROUPS)[number] | Role

export const AUDIENCE_TITLES: Readonly<Record<Audience, string>> = {
  anyone: '所有人',
  registered: '已登录用户',
  owner: '发布者本人',
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

/** Who asks: null stands for a visitor who has not signed in. */
export type Asker = { readonly id: string; readonly role: Role } | null

/**
 * Whether `asker` belongs to one of `audiences`.
 * `ownerId` is the owner of the object asked about; undefined where there is no object.
 */
export function isInAudience(asker: Asker, audiences: readonly Audience[], ownerId?: string | null): boolean {
  return audiences.some((audience) => {
    if (audience === 'anyone') return true
    if (asker === null) return false
    if (audience === 'registered') return true
    if (audience === 'owner') return ownerId != null && ownerId === asker.id
    return asker.role === audience
  })
}
