/**
 * Name of the lock that each agent's thread shares for as long as it lives, since it may store something at any time. The page
 * that deletes everything holds it alone: nothing is stored anew beside it.
 */
export const STORAGE_LOCK = 'vivarium-storage'
