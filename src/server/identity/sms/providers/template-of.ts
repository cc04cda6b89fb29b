// Chooses the approved template of a message, with its variables.
import type { SmsTemplates } from '#server/platform/sms-settings.ts'
import { SmsError } from './post-sms.ts'
import type { SmsMessage } from './sms-message.ts'

/** Throws `SmsError` where the settings name no template for it. A notice says only that there is one. */
export function templateOf(
  provider: string,
  { templates }: SmsTemplates,
  { kind, code }: SmsMessage,
): { readonly template: string; readonly variables: readonly string[] } {
  const template = templates[kind]
  if (template === null) throw new SmsError(provider, `no-template.${kind}`)
  return { template, variables: kind === 'notice' ? [] : [code] }
}
