/** Every ceiling of the page, with its unit and its reason (ARCHITECTURE, invariant 8). */

/** Milliseconds after which a batch of events is shown though no frame came: a hidden tab draws none. */
export const HIDDEN_FLUSH_MS = 250
/** Milliseconds for which the screen waits for its words in another language; then it is there in English first. */
export const LANGUAGE_WAIT_MS = 1_500
/** Events of a session that is being opened that are held to be shown as one: a frozen moment's work, some 10 MB. */
export const OPENING_EVENTS = 30_000
/** Milliseconds in which a key pressed after a permission request appeared belongs to what was typed before. */
export const PERMISSION_GRACE_MS = 200
/** Bytes of an archive fetched by address: what the sandbox takes in one piece. */
export const ARCHIVE_BYTES = 512 * 1024 * 1024
/** Bytes of a text file that the file view opens: beyond it the editor's first layout is felt. */
export const TEXT_FILE_BYTES = 5 * 1024 * 1024
/** Bytes of an image that the file view shows. */
export const IMAGE_BYTES = 20 * 1024 * 1024
/** Bytes at the start of a file in which a NUL byte makes it binary; git looks as far. */
export const BINARY_PROBE_BYTES = 8_000
/** Characters of a file whose diff is computed; the algorithm is quadratic in the worst case. */
export const DIFF_CHARS = 400_000
/** Lines that may differ between two texts that are compared: the memory that it takes grows with their square. */
export const DIFF_EDIT_LINES = 6_000
/** Changed files of which a review knows every hunk; the others are counted as one change each. */
export const REVIEW_FILES = 400
/** Characters of all that is kept of one session's review in the browser. */
export const REVIEW_KEPT_CHARS = 400_000
/** Comments that wait to be sent. */
export const REVIEW_COMMENTS = 100
/** Lines of a file that one comment quotes; the agent can read the rest. */
export const COMMENT_LINES = 12
/** Rows of one diff on the screen; the rest is counted. */
export const DIFF_ROWS = 2_000
/** Characters of a tool's output on the screen; the transcript's page must stay light. */
export const OUTPUT_CHARS = 40_000
/** Characters of a path that an answer names for its code: longer ones are nobody's files. */
export const PATH_CHARS = 400
/** Places of the conversation that one search finds; who needs more of them says more of the text. */
export const FOUND_IN_CONVERSATION = 1_000
/** Characters of a file with settings: far more than rules and shortcuts take. */
export const SETTINGS_FILE_CHARS = 1_000_000
/** Characters of a code block that are highlighted; beyond it colours are not worth the wait. */
export const HIGHLIGHT_CHARS = 40_000
/** Milliseconds without a new piece after which code that grew is looked at as a whole once more. */
export const CALM_MS = 300
/** Cells of a table that grows row by row; of a larger one all is drawn anew, as markdown-it's own ceiling counts it. */
export const GROWING_CELLS = 10_000
/** Notes on a call's card: as many as the agent is told before one. */
export const ACT_NOTES_SHOWN = 3
/** Names of notes in the line on what was learned from work. */
export const LEARNED_SHOWN = 5
/** Milliseconds since the epoch beyond which there are no dates. */
export const LAST_DATE = 8.64e15
/** Images that go along with a message: as many as the agent takes. */
export const ATTACHED_IMAGES = 10
/** Pixels of an image's longer side: models look at no more. */
export const IMAGE_SIDE = 1_568
/** Bytes of a PNG beyond which an image is sent as JPEG. */
export const PNG_BYTES = 1_200_000
/** Characters and lines of a paste beyond which it stands beside the message, not in it. */
export const PASTED_CHARS = 3_000
export const PASTED_LINES = 40
/** Lines and characters of a message beyond which the conversation shows its beginning. */
export const MESSAGE_LINES = 12
export const MESSAGE_CHARS = 2_000
/** Tokens of the context window that the meter measures against, until the model's own is known. */
export const CONTEXT_WINDOW_TOKENS = 200_000
/** Milliseconds between two looks at files that change: a test run touches many. */
export const REFRESH_MS = 150
/** Times that the sandbox is booted in one tab: a frame that dies this often would die again. */
export const MAX_SANDBOX_BOOTS = 4
/** Milliseconds from a changed file to the preview's reload: an edit by the agent comes as several writes. */
export const PREVIEW_RELOAD_MS = 400
/** Lines of a terminal that can be scrolled back to: about 10 MB when they are long. */
export const TERMINAL_SCROLLBACK_LINES = 5_000
/** Terminals of one session: each is a shell with a worker of its own. */
export const TERMINALS_MAX = 8
/** Names that completion lists before it says how many more there are. */
export const COMPLETIONS_SHOWN = 120
/** Characters of one paste into a terminal; a file is imported instead. */
export const TERMINAL_PASTE_CHARS = 200_000
/** Milliseconds between two looks at the processes while their list is on the screen: their times are in seconds. */
export const PROCESSES_REFRESH_MS = 1_000
/** Lines of a previewed page's console that are kept; the oldest go first. */
export const PAGE_LINES_KEPT = 500
/** Characters of a page's errors that are put into a message: what comes first is mostly the cause. */
export const PAGE_ERRORS_CHARS = 6_000
/** Characters of the address that a page says it is at; browsers show no more of one. */
export const PAGE_ADDRESS_CHARS = 2_048
/** Files that pages of the preview want to be saved and about which nobody has decided: the panel shows as many. */
export const PAGE_DOWNLOADS_MAX = 3
/** Milliseconds that reading what a previewed page says may take at once: less than a person notices. */
export const HEARING_BUDGET_MS = 50
/** Part of the time that it may take on the whole. */
export const HEARING_SHARE = 0.05
/**
 * Messages of a previewed page in one second; beyond it the page is closed, since no browser lets a page refuse what its
 * frames send. One for each picture of an animation is still heard.
 */
export const PAGE_MESSAGES_PER_SECOND = 150
/** Milliseconds in which a page's messages, large ones, let nothing else have its turn, after which it is closed, too. */
export const PAGE_FLOOD_MS = 3_000
/** Messages that this takes at least: a busy machine is slow with few. */
export const PAGE_FLOOD_MESSAGES = 100
/** Milliseconds between two looks at a page that says much: all the lines on the screen are others each time. */
export const LOUD_PAGE_MS = 1_000
/** Lines of a page that are much for one look. */
export const LOUD_PAGE_LINES = 50
/** Tokens of a session from which it is worth saying that a change loses its prompt cache; less is never cached. */
export const CACHE_WARNING_TOKENS = 2_000
/** Milliseconds in which the pieces of a change to an open file are looked for; beyond it, it is one piece. */
export const FOLLOW_DIFF_MS = 50
/** Milliseconds in which two sides of a conflict are compared exactly; beyond it, roughly. */
export const DIFF_MS = 500
/** Files that are open at a time: each holds its text and its undo history. */
export const OPEN_FILES = 30
/** Characters of unsaved text, with what it began with, that one session keeps over a reload: a third of what browsers give. */
export const UNSAVED_CHARS = 1_600_000
/** Milliseconds after the last key in which unsaved text is kept: each time it is written whole. */
export const UNSAVED_KEEP_MS = 400
/** Files that the composer offers at once; more letters find the others. */
export const SUGGESTIONS_SHOWN = 20
/** Steps that the composer offers at once: older ones are found by a word of their name. */
export const STEPS_OFFERED = 8
/** Lines of a terminal, and characters of it or of a step's result, that go along with a message; the agent can ask for more. */
export const TERMINAL_MENTION_LINES = 200
export const MENTIONED_CHARS = 20_000
/** Files and sessions that the palette offers beside commands. */
export const PALETTE_FILES = 12
export const PALETTE_SESSIONS = 5
/** Items of a conversation that are drawn at once: some screens, which an opened session does not wait long for. */
export const TRANSCRIPT_ITEMS = 30
/** The items among them drawn while the rest of a long session is still read: more than a screen has. */
export const TAIL_ITEMS = 10
/** Milliseconds that the timeline stays at a step before the preview of its files is loaded: a slider passes many. */
export const STEP_PREVIEW_MS = 150
/** Milliseconds after which the frame of such a preview must have said that it is there. */
export const STEP_FRAME_MS = 10_000
/** Milliseconds after a change before git is asked about it: it reads the whole tree. */
export const GIT_STATUS_REFRESH_MS = 1_500
/** Bytes of what is dropped into the tree at once; an archive is imported instead. */
export const UPLOAD_BYTES = 200_000_000
/** Files of what is dropped into the tree at once. */
export const UPLOAD_FILES = 2_000
/** Files that the tree's filter shows. */
export const FILTER_PATHS = 500
/** Milliseconds between two looks for a newer version of the page, when the person comes back to it. */
export const UPDATE_LOOK_MS = 3_600_000
/** Milliseconds that a newer version has to take over before the page is reloaded all the same. */
export const TAKE_OVER_MS = 5_000
/** Milliseconds after which a browser that did not agree to keep what is stored is asked again. */
export const ASK_TO_KEEP_MS = 7 * 86_400_000
/** Matches that a search in files shows: more than anybody looks through. */
export const SEARCH_MATCHES = 20_000
/** Milliseconds after which it is stopped: all of a large workspace takes a few seconds. */
export const SEARCH_MS = 30_000
/** Milliseconds after the last key before it begins: longer than the tree's filter, as it reads all files. */
export const SEARCH_TYPING_MS = 300
/** Milliseconds after the last key in the filter. */
export const FILTER_MS = 180
/** Milliseconds for a page to be loaded so far that it can be asked, and between two looks whether it is. */
export const PAGE_READY_MS = 20_000
export const PAGE_HELLO_MS = 200
/** Milliseconds after a frame was loaded in which nobody there says a word, after which it holds no page of ours. */
export const PAGE_SILENT_MS = 4_000
/** Milliseconds that one step in a page may take, beside what it is to wait for; and until its answer must be here. */
export const PAGE_STEP_MS = 20_000
export const BROWSER_ANSWER_GRACE_MS = 2_000
/** Milliseconds for what a page says after its answer; and at most for what it has said before, which comes another way. */
export const PAGE_LAST_WORDS_MS = 60
export const PAGE_REPORTS_MS = 2_000
/** Milliseconds that a server gets to be listened for after it was started. */
export const PAGE_PORT_MS = 3_000
/** Characters of a page's answer and of its title: it is material for a model. */
export const PAGE_ANSWER_CHARS = 40_000
export const PAGE_TITLE_CHARS = 200
/** Numbers of refs that a page can use up: more than a session has elements. */
export const PAGE_REFS_MOST = 100_000_000
/** Milliseconds after the agent's last look that a page which nobody sees is kept laid out. */
export const PREVIEW_STAGE_MS = 60_000
/** Characters of a picked element in a message. */
export const PICKED_CHARS = 5_000
/** Milliseconds in which the person may point at one. */
export const PICK_MS = 600_000
/** Errors of a page that the agent is told of, and milliseconds for a page that is loaded again to have them again. */
export const PAGE_ERRORS_TOLD = 10
export const PAGE_ERRORS_MS = 1_500
/** Bytes, and pixels along a side, of a picture that a page gave: more is none of its making, and no model's service takes it. */
export const PICTURE_BYTES_MOST = 10_000_000
export const PICTURE_SIDE_MOST = 8_000
/** Tokens of context that a model in the tab is loaded with until its facts say otherwise: its memory grows with each. */
export const LOCAL_CONTEXT_TOKENS = 16_384
/** Tokens of one answer of it: at the ten a second that a laptop's processor gives, three minutes. */
export const LOCAL_ANSWER_TOKENS = 2_048
/** Lines of the conversation at a step; the rest is counted. */
export const MOMENT_ITEMS = 300
/**
 * Milliseconds after the start, and between two looks, whether a backup is due: it reads all that is stored.
 */
export const BACKUP_FIRST_LOOK_MS = 60_000
export const BACKUP_LOOK_MS = 10 * 60_000
/** Changed files that an entry of the list names; the others are counted. */
export const STALE_FILES_SHOWN = 3
