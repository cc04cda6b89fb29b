// Provides the calls about versions, as the people of the tests about review make them.
import type { VersionEntry } from '#shared/calls/version-calls.ts'
import type { Answer } from '../../support/test-app.ts'
import type { Item, Stage, Who } from '../pending-changes/people.ts'

export interface Versions {
  readonly list: readonly VersionEntry[]
  readonly totalCount: number
  readonly revision: number
  readonly restorable: boolean
}

interface Side {
  readonly item: Item
  readonly version: VersionEntry | null
}

export interface Compared {
  readonly before: Side
  readonly after: Side
  readonly changed: readonly string[]
  readonly fields: readonly { readonly name: string }[]
}

export function versionCalls(stage: () => Stage) {
  const versions = (who: Who, id: string, more = ''): Promise<Answer<Versions>> =>
    stage().get<Versions>(who, `/api/version/list?id=${id}${more}`)
  return {
    versions,
    list: async (who: Who, id: string) => (await versions(who, id, '&limit=50')).data.list,
    info: (who: Who, id: string, number: number) =>
      stage().get<Side>(who, `/api/version/info?id=${id}&number=${number}`),
    compare: (who: Who, id: string, query: string) =>
      stage().get<Compared>(who, `/api/version/compare?id=${id}&${query}`),
    /** From the revision that the person's list shows. */
    restore: async (who: Who, id: string, number: number, more: object = {}) => {
      const { revision } = (await versions(who, id)).data
      return stage().post<Item>(who, '/api/version/restore', { id, number, revision, ...more })
    },
  }
}
