/** Folder of lessons, from `/memory`. The program alone writes there by itself. */
export const LESSONS = 'lessons'
