// Names the field by which a person consents to the handling of sensitive answers.
export const SENSITIVE_CONSENT = 'sensitiveConsent'
export const AGREEMENT_WIDGET = 'agreement'
