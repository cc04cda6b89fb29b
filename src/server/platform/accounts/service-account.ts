// Names the form by which accounts of programs are told from accounts of people.

/** `form` of an account of a program: it has a key, and nobody signs in to it. */
export const SERVICE_FORM = 'serviceAccount'
