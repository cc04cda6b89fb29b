// Adds the fields of a schedule to a content type, and takes them out of the lifecycle of types without one.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { EXPIRE_AT, PUBLISH_AT } from '#shared/lifecycles/schedule.ts'
import type { ExpandedTransition } from './review-stages.ts'

const FIELDS: WrittenContentType['fields']['properties'] = {
  [PUBLISH_AT]: {
    type: 'string',
    title: '定时发布',
    format: 'date-time',
    'x-date': { notBefore: 'now' },
    'x-sort': true,
    'x-help': '审核全部通过后，到这个时间自动上线；不填则审核通过后立即上线',
  },
  [EXPIRE_AT]: {
    type: 'string',
    title: '到期下线',
    format: 'date-time',
    'x-date': { notBefore: 'now', after: `form.${PUBLISH_AT}` },
    'x-sort': true,
    'x-help': '到这个时间自动下线；不填则一直公开',
  },
}
const NAMES = Object.keys(FIELDS)

/** The fields stand last, in a form with pages on its last page. */
export function withScheduleFields(
  here: Place<WrittenContentType>,
  written: WrittenContentType,
): WrittenContentType {
  const { fields, steps } = written
  for (const name of NAMES)
    if (Object.hasOwn(fields.properties, name))
      here.at('fields', 'properties', name).report('schedule_field', { key: true, found: name })
  return {
    ...written,
    fields: { ...fields, properties: { ...fields.properties, ...FIELDS } },
    ...(steps && {
      steps: steps.map((step, at) =>
        at === steps.length - 1 ? { ...step, fields: [...step.fields, ...NAMES] } : step,
      ),
    }),
  }
}

/** Without the fields among the dates that must not be over (`ahead`). */
export function withoutScheduleFields({ ahead = [], ...transition }: ExpandedTransition): ExpandedTransition {
  const dates = ahead.filter((name) => !NAMES.includes(name))
  return { ...transition, ...(dates.length > 0 ? { ahead: dates } : {}) }
}
