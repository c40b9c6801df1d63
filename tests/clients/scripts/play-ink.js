// Plays stories at random in inkjs: `node play-ink.js PLAYTHROUGHS STEPS STORY...`. A story is the JSON of a compiler, or
// a source in ink. Writes for each story a line with its JSON, then each playthrough as a line of JSON: its steps, each
// with the lines and their tags, the choices, and the choice made. Playthroughs have the seeds 0, 1, 2 and so on.
"use strict";
const { readFileSync } = require("fs");
const { Story, Compiler, CompilerOptions } = require("inkjs/full");

const [playthroughs, steps, ...paths] = process.argv.slice(2);

let chance = 1;
function random(count) {
  chance = (chance * 48271) % 2147483647;
  return chance % count;
}

// Returns the JSON of a source, or stops with its mistakes.
function compile(path, text) {
  const wrong = [];
  const options = new CompilerOptions(null, [], false, (message) => wrong.push(message));
  try {
    return new Compiler(text, options).Compile().ToJson();
  } catch (error) {
    console.error(path, wrong.length > 0 ? wrong.join("\n") : error.message);
    process.exit(1);
  }
}

for (const path of paths) {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  const json = path.endsWith(".ink") ? compile(path, text) : text;
  console.log(JSON.stringify(JSON.parse(json)));
  const story = new Story(json);
  story.allowExternalFunctionFallbacks = true;
  let errors = [];
  story.onError = (message) => {
    if (message.includes("ERROR")) errors.push(message);
  };
  for (let number = 0; number < Number(playthroughs); number++) {
    errors = [];
    story.ResetState();
    story.state.storySeed = number;
    story.state.previousRandom = 0;
    const played = [];
    for (let step = 0; step < Number(steps); step++) {
      const lines = [];
      while (story.canContinue) {
        const text = story.Continue().trim();
        lines.push({ text, tags: story.currentTags });
      }
      const choices = story.currentChoices.map(({ text, tags }) => ({ text, tags: tags ?? [] }));
      const made = choices.length > 0 ? random(choices.length) : null;
      played.push({ lines, choices, made, errors });
      if (made === null) break;
      story.ChooseChoiceIndex(made);
    }
    console.log(JSON.stringify(played));
  }
}
