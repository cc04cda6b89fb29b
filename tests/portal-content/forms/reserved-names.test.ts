// Tests which names imitate staff and which do not.
import { expect, test } from 'vitest'
import { posesAsStaff } from '#shared/identity/reserved-names.ts'
import anywhere from '../../../schemas/dictionaries/reservedName.json' with { type: 'json' }
import alone from '../../../schemas/dictionaries/reservedNameAlone.json' with { type: 'json' }

const NAMES = {
  anywhere: anywhere.items.map(({ value }) => value),
  alone: alone.items.map(({ value }) => value),
}

test.each([
  '管理员',
  '网站管理员01',
  '管 理 员',
  '管\u200b理\u200b员',
  '【官方】张三',
  '官方客服',
  '系统',
  '系统消息',
  '运营人员',
  '平台运营中心',
  '应急装备信息网',
  '应急装备信息网客服',
  'admin',
  'Admin',
  'ＡＤＭＩＮ',
  'adm1n',
  '@dmin',
  'admin01',
  'admin_zhang',
  'a_d_m_i_n',
  'r00t',
  'root',
  'аdmin',
  'ádmin',
  'operator',
  '0fficial',
])('posesAsStaff returns true for %s', (name) => {
  expect(posesAsStaff(name, NAMES)).toBe(true)
})

test.each([
  '张三',
  '示例系统工程有限公司',
  '城市运营管理有限公司',
  '某某市应急管理局',
  '某某救援服务中心',
  '门户路小学',
  'badminton_fan',
  'zhangsan',
  'person1x',
  'rooted_tree',
  'supporter',
  'user1001',
  'demo_rescue',
])('posesAsStaff returns false for %s', (name) => {
  expect(posesAsStaff(name, NAMES)).toBe(false)
})
