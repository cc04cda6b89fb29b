// Provides who takes part in the tests of rescue: departments, forces and others, each with an area.
import type { TestApp } from '../../server/support/test-app.ts'

/** By name: role, area, the form that says it. */
const CAST = {
  department: ['government', '3501', 'staffAccount'],
  neighbour: ['government', '3502', 'staffAccount'],
  province: ['government', '35', 'staffAccount'],
  management: ['manageOrg', '3501', 'registerManageOrg'],
  pumps: ['rescueForces', '3501', 'registerRescueForces'],
  boats: ['rescueForces', '350102', 'registerRescueForces'],
  far: ['rescueForces', '4403', 'registerRescueForces'],
  member: ['rescue', '350103', 'registerRescue'],
  operator: ['operator', '', ''],
  auditor: ['auditor', '', ''],
  reader: ['ordinary', '', ''],
} as const

export type Name = keyof typeof CAST

export interface Mission {
  readonly id: string
  readonly status: string
  readonly missionNo?: string
  readonly forceId: string | null
  readonly forceIdTitle: string | null
  readonly commanderMobile?: string
  readonly actions: readonly { readonly action: string; readonly title: string; readonly form?: string }[]
  readonly history: readonly {
    readonly title: string
    readonly part: string
    readonly reason: string | null
  }[]
}

export const MISSION = {
  title: '台江片区内涝抽排',
  disasterType: '10',
  eventLevel: '4',
  occurTime: '2026-01-02T01:00:00.000Z',
  region: '3501',
  place: '示例路下穿通道',
  situation: '下穿通道积水约 1.6 米，两侧小区地下车库进水。',
  dispatchMode: '2',
  specialtyNeed: ['7'],
  staffNeed: 20,
  rallyPoint: '示例集结点',
  rallyTime: '2026-12-31T01:00:00.000Z',
  commander: '示例指挥员',
  commanderMobile: '19900000022',
  lng: 119.31,
  lat: 26.06,
}

export const FORCE = {
  forceName: '示例排水抢险应急队',
  teamNature: '4',
  adminLevel: '3',
  specialty: ['7'],
  leaderName: '示例负责人',
  leaderMobile: '19900000021',
  dutyPhone: '400-000-0000',
  region: '3501',
  address: '示例排水基地',
  staffTotal: 40,
  equipments: [{ name: '大流量排水车', quantity: 2, unit: '台' }],
  readyState: '1',
}

export interface Stage {
  readonly app: TestApp
  as(name: Name): { readonly token: string | undefined }
  /** The entries of `pumps` and `boats` among the forces. */
  readonly forces: Readonly<Record<'pumps' | 'boats', string>>
  create(more?: object, by?: Name): Promise<string>
  department(call: string, body: object, by?: Name): ReturnType<TestApp['post']>
  force(call: string, body: object, by: Name): ReturnType<TestApp['post']>
  read(id: string, by: Name): Promise<Mission>
}

export async function buildStage(app: TestApp): Promise<Stage> {
  const tokens = new Map<string, string>()
  for (const [name, [role, area, form]] of Object.entries(CAST)) {
    await app.signIn(name, role)
    const application = { areaIds: area, dutyRegion: area }
    if (area)
      await app.services.db.updateTable('account').set({ form, application }).where('id', '=', name).execute()
    tokens.set(name, await app.signIn(name, role))
  }
  const as = (name: Name) => ({ token: tokens.get(name) })
  const register = async (name: Name, forceName: string) => {
    const { data, text } = await app.post<{ id: string }>(
      '/newapi/rescueForces/create',
      { ...FORCE, forceName },
      as(name),
    )
    if (!data) throw new Error(text)
    return data.id
  }
  const forces = {
    pumps: await register('pumps', '示例排水抢险应急队'),
    boats: await register('boats', '示例水域救援队'),
  }
  await register('far', '示例外地救援队')
  return {
    app,
    as,
    forces,
    async create(more = {}, by = 'department') {
      const body = { ...MISSION, ...more }
      const { data, text } = await app.post<{ id: string }>(
        '/newapi/governmentDepartments/create',
        body,
        as(by),
      )
      if (!data) throw new Error(text)
      return data.id
    },
    department: (call, body, by = 'department') =>
      app.post(`/newapi/governmentDepartments/${call}`, body, as(by)),
    force: (call, body, by) => app.post(`/newapi/rescueForces/${call}`, body, as(by)),
    read: async (id, by) => (await app.get<Mission>(`/newapi/rescueMission/info/${id}`, as(by))).data,
  }
}
