// Checks content before it is submitted: refuses it, or warns until the writer has confirmed exactly these warnings.
import { createHash } from 'node:crypto'
import { type Changed, findBlockedWords, toChanged } from '#server/content/fields/public-texts.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import type { CheckLevel } from '#shared/model/content-checks.ts'
import type { Checked } from './checked.ts'
import { findDeadLinks } from './find-dead-links.ts'
import { findDoubtfulNames } from './find-doubtful-names.ts'
import { findBareAltTexts, findBlockedFileNames } from './find-in-files.ts'
import { findLongHeading, findMissing } from './find-omissions.ts'

type Body = Readonly<Record<string, unknown>>
type Finding = Pick<FieldError, 'path' | 'message'>

interface Check {
  readonly level: CheckLevel | undefined
  find(context: Checked, changed: Changed): Finding[] | Promise<Finding[]>
}

/**
 * Checks the texts that differ from `stored`, so that old ones do not hinder the correction of another field. Returns
 * what the audit log says of confirmed warnings. Throws `BAD_INPUT` where a check refuses, else `CHECK_WARNINGS`. A write
 * that a hook makes has nobody who could confirm: it is only refused.
 */
export async function checkContent(
  context: Checked,
  body: Body,
  stored: Body = {},
): Promise<JsonObject | undefined> {
  const { checks = {} } = context.plan.type
  const all: readonly Check[] = [
    // Blocked words that refuse are found with the form's own errors.
    { level: checks.words === 'warn' ? 'warn' : undefined, find: findBlockedWords },
    { level: checks.words ?? 'refuse', find: findBlockedFileNames },
    { level: checks.names, find: findDoubtfulNames },
    { level: checks.links, find: findDeadLinks },
    { level: checks.pictures, find: findBareAltTexts },
    { level: checks.missing?.level, find: findMissing },
    { level: checks.heading?.level, find: findLongHeading },
  ]
  const changed = toChanged(context.plan.type, body, stored)
  const findings: FieldError[] = []
  for (const { level, find } of all) {
    if (level === undefined) continue
    const found = await find(context, changed)
    findings.push(...found.map((one) => (level === 'warn' ? { ...one, warning: true as const } : one)))
  }
  if (findings.some(({ warning }) => !warning)) throw new Failure('BAD_INPUT', { errors: findings })
  if (findings.length === 0 || context.within) return undefined
  const warnings = digestOf(findings)
  if (context.call?.request.confirmedWarnings !== warnings)
    throw new Failure('CHECK_WARNINGS', { errors: findings, data: { warnings } })
  return { confirmedWarnings: [...new Set(findings.map(({ path }) => path.slice(1)))] }
}

/** Names the warnings, so that the confirmation of some does not cover others. */
function digestOf(findings: readonly Finding[]): string {
  const text = findings.map(({ path, message }) => `${path} ${message}`).sort()
  return createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 32)
}
