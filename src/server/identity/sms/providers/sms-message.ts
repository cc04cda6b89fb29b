// Declares a text message.

export interface SmsMessage {
  readonly to: string
  readonly text: string
  readonly code: string
  /** By which a provider of templates finds the right one; `code` is its only variable, a notice has none. */
  readonly kind: 'code' | 'password' | 'notice'
}
