The bell rings. # AUDIO: bell.mp3
-> END
