// Checks that a list of accounts, with their sign-in names and phone numbers, is not open to visitors.

import type { Place } from '#config/load/place.ts'
import { ACCOUNT_FIELDS } from '#shared/access/roles.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const [SIGNS_IN_BY] = ACCOUNT_FIELDS

export function checkAccountDisclosure(here: Place, { access, result }: Operation): void {
  if (!access.includes('anyone')) return
  const { list } = (result?.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const { properties } = (list?.items ?? result?.items ?? {}) as JsonSchema
  if (!Object.hasOwn((properties ?? {}) as object, SIGNS_IN_BY)) return
  here.at('access').report({
    slug: 'accounts_told',
    message: `接口返回账号的登录名（${SIGNS_IN_BY}），却对所有人开放：请在 access 中限定受众`,
    found: 'anyone',
  })
}
