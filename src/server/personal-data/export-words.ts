// Adds titles to the codes of a person's export and masks values that are not exported in full.

import { describeAnswers } from '#server/identity/users/describe-answers.ts'
import { describeAction } from '#server/platform/audit/event-words.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { maskIdCard } from '#shared/access/mask.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

const REACTIONS: Readonly<Record<string, string>> = { like: '点赞', support: '支持', collect: '收藏' }

interface Stated {
  readonly type: string
  readonly status: string
  readonly body: JsonObject
}

/** Codes stay as they are kept; each gets its title beside it. */
export class ExportLabels {
  readonly #model: Model

  constructor(model: Model) {
    this.#model = model
  }

  ofAccount<
    T extends {
      readonly role: string
      readonly status: string
      readonly form: string | null
      readonly idCard: string | null
    },
  >(account: T) {
    return {
      ...account,
      idCard: maskIdCard(account.idCard),
      roleTitle: this.#label('role', account.role),
      statusTitle: this.#label(DICTIONARY.account, account.status),
      formTitle: this.#form(account.form)?.title ?? null,
    }
  }

  /** Returns the answers as typed under `name`, and the same in words. */
  ofAnswers(name: string, form: string | null, body: JsonObject) {
    const known = this.#form(form)
    const masked = maskIdentity(known, body)
    const shown = describeAnswers(this.#model, known, masked)
    const answers = shown.answers.map(({ step, label, value }) => ({ step, label, value }))
    return { [name]: masked, [name === 'body' ? 'answers' : `${name}Answers`]: answers }
  }

  ofItem<T extends Stated>(item: T) {
    const type = this.#model.contentTypes.find(({ name }) => name === item.type)
    return {
      ...item,
      typeTitle: type?.title ?? item.type,
      statusTitle: type?.lifecycle.states[item.status]?.title ?? this.#label(DICTIONARY.states, item.status),
      ...this.ofAnswers('body', item.type, item.body),
    }
  }

  ofDraft<T extends { readonly form: string; readonly body: JsonObject }>(draft: T) {
    const { form, body } = draft
    return { ...draft, formTitle: this.#form(form)?.title ?? form, ...this.ofAnswers('body', form, body) }
  }

  ofReport<T extends { readonly reason: string }>(report: T) {
    return { ...report, reasonTitle: this.#label(DICTIONARY.reportReasons, report.reason) }
  }

  ofReaction<T extends { readonly kind: string }>(reaction: T) {
    return { ...reaction, kindTitle: REACTIONS[reaction.kind] ?? reaction.kind }
  }

  ofStep<T extends { readonly fromStatus: string; readonly toStatus: string }>(step: T) {
    return {
      ...step,
      fromStatusTitle: this.#label(DICTIONARY.states, step.fromStatus),
      toStatusTitle: this.#label(DICTIONARY.states, step.toStatus),
    }
  }

  ofEvent<T extends { readonly action: string; readonly result: string }>(event: T) {
    return {
      ...event,
      actionTitle: describeAction(this.#model, event.action),
      resultTitle: this.#label(DICTIONARY.auditResult, event.result),
    }
  }

  #form(id: string | null): FormModel | undefined {
    return this.#model.forms.find((form) => form.id === id)
  }

  #label(dictionary: string, value: string): string {
    return labelOf(this.#model, dictionary, value)
  }
}

/** They are sealed where they are kept, and files travel further than their owner thinks. */
function maskIdentity(form: FormModel | undefined, body: JsonObject): JsonObject {
  const identities = new Set(
    form?.fields.filter(({ schema }) => schema.format === 'id-card').map(({ name }) => name),
  )
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      identities.has(name) && typeof value === 'string' ? maskIdCard(value) : value,
    ]),
  )
}
